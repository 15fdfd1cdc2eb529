.PHONY: help setup lab test notebooks kernel lint bench clean
jupyter = notebooks/.jupyter
export JUPYTER PYTHON

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 12

setup: ## all that the lessons run on, into .tools and .venv; `lab` and `test` do it themselves
	@$(jupyter)/setup.sh go jupyter kernel warm

lab: setup ## open JupyterLab on the lessons (PORT=8888, LAB_ARGS=--no-browser, JUPYTER=/path/to/jupyter)
	@$(jupyter)/lab.sh $(or $(PORT),8888) $(LAB_ARGS)

test: setup ## all tests: the packages, each lesson in the real kernel, the lessons in a browser
	TIDEMARK_SETUP=required go test -timeout 20m ./...
	cd notebooks/browser && TIDEMARK_SETUP=required go test -timeout 20m ./...

notebooks: setup ## execute the lessons and store their outputs afresh
	TIDEMARK_SETUP=required go test -count 1 -timeout 20m ./notebooks -run TestNotebooks -update

kernel: setup ## install the kernel of this checkout for your own Jupyter or VS Code (KERNEL=gonb)
	@$(jupyter)/install.sh $(or $(KERNEL),gonb)

lint: ## gofmt, vet, staticcheck, govulncheck
	@$(jupyter)/setup.sh go lint && $(jupyter)/lint.sh

bench: ## the benchmarks, summarised
	@$(jupyter)/setup.sh go lint && go test -run '^$$' -bench . -count 6 ./... | tee /dev/stderr | .tools/bin/benchstat -

clean: ## remove what the set-up and the lessons wrote
	rm -rf .tools .venv notebooks/exports site slides
