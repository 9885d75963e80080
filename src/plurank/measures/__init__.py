"""Every measure, as functions of arrays.  `table.MEASURES` is the one list of them."""
