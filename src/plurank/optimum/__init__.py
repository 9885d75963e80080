"""Best possible lists: greedy ones (`greedy`), as the field's tools use them."""
