"""What all tests share: how hard hypothesis tries, and where the public collections lie."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

BUSY = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}  # a busy machine is no failure
settings.register_profile("dev", max_examples=50, **BUSY)
settings.register_profile("ci", max_examples=200, print_blob=True, **BUSY)
# A mutant is found by the first example that differs; a smaller one would only take time.
settings.register_profile(
    "mutation", max_examples=6, deadline=None, phases=[Phase.generate], derandomize=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public collections beside the checkout; a test that asks for it is skipped without it."""
    if not SHARED_DATA.is_dir():
        pytest.skip("shared data not beside the checkout")
    return SHARED_DATA
