"""Where the oracles leave their answers: tests/golden/NAME.json, one case a line."""

import json
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent.parent / "golden"


def write(name, what, **lists):
    """`lists` are the lists of cases; `what` says what they are and how they were made."""
    parts = [f'"what": {json.dumps(what, ensure_ascii=False)}']
    for key, cases in lists.items():
        lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
        parts.append(f'"{key}": [\n{lines}\n]')
    path = GOLDEN / f"{name}.json"
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n")
    print(f"wrote {path}")
