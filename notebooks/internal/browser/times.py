"""Runs the cells of the notebook on the standard input, and prints when each began and ended.

Each line is the id of a cell and two times in nanoseconds, or what went wrong.
"""
import json
import sys
import time

from jupyter_client.manager import start_new_kernel

notebook = json.load(sys.stdin)
manager, client = start_new_kernel(kernel_name=notebook["metadata"]["kernelspec"]["name"])
try:
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        wrong = []

        def look(message):
            content = message["content"]
            if message["msg_type"] == "error" or content.get("name") == "stderr":
                wrong.append(content.get("evalue") or content.get("text"))

        began = time.time_ns()
        client.execute_interactive("".join(cell["source"]), output_hook=look, timeout=300)
        ended = time.time_ns()
        if wrong:
            sys.exit(f"cell {cell['id']}: {wrong[0]}")
        print(cell["id"], began, ended, flush=True)
finally:
    client.stop_channels()
    manager.shutdown_kernel()
