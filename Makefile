.PHONY: help setup base lab test notebooks export site slides engine-flink kernel image sbom lint bench bench-cells clean
jupyter = notebooks/.jupyter
export JUPYTER PYTHON ENGINE

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 12

setup: ## all that the lessons run on, into .tools and .venv; `lab` and `test` do it themselves
	@$(jupyter)/setup.sh go jupyter kernel warm engine

base: # all of it but the engine, which one lesson needs and which takes minutes
	@$(jupyter)/setup.sh go jupyter kernel warm

lab: base ## open JupyterLab on the lessons (PORT=8888, LAB_ARGS=--no-browser, JUPYTER=/path/to/jupyter)
	@$(jupyter)/lab.sh $(or $(PORT),8888) $(LAB_ARGS)

test: setup ## all tests: the packages, each lesson in the real kernel, the lessons in a browser
	TIDEMARK_SETUP=required go test -timeout 20m ./...
	cd sim/engine && GOWORK=off go test -timeout 20m ./...
	cd notebooks/publish && TIDEMARK_SETUP=required go test -timeout 20m ./...
	@$(jupyter)/setup.sh slides browser
	cd notebooks/browser && TIDEMARK_SETUP=required go test -timeout 20m ./...

notebooks: setup ## execute the lessons and store their outputs afresh
	TIDEMARK_SETUP=required go test -count 1 -timeout 20m ./notebooks -run 'TestLessons$$' -update

export: ## every figure as SVG, PDF and PNG, into notebooks/exports (ARGS="tolerance-tradeoff delay=3" for one, ARGS=-help for more)
	@go run ./plots/cmd/export $(ARGS)

site: base ## the lessons as web pages, into site (ARGS="-o folder notebook ..." for some of them, elsewhere)
	@$(jupyter)/setup.sh pages && .tools/bin/publish site $(ARGS)

slides: base ## the lessons as slides, into slides (ARGS as for site)
	@$(jupyter)/setup.sh pages slides && .tools/bin/publish slides $(ARGS)

engine-flink: ## the window of lesson 05 on Apache Flink, beside Prism (needs a JDK 17 and Maven)
	@cd sim/engine && GOWORK=off go run ./cmd/engine flink -lib ../../.tools/flink

publish:
	@GOWORK=off go build -C notebooks/publish -o ../../.tools/bin/publish .

kernel: base ## install the kernel of this checkout for your own Jupyter or VS Code (KERNEL=gonb)
	@$(jupyter)/install.sh $(or $(KERNEL),gonb)

image: ## the image for a class, tidemark:local, with all that runs offline (ENGINE=podman)
	@docker/build.sh -t tidemark:local

sbom: ## what is in the image, as docker/sbom.spdx.json
	@docker/build.sh --target sbom --output docker

lint: ## gofmt, vet, staticcheck, govulncheck
	@$(jupyter)/setup.sh go lint && $(jupyter)/lint.sh

bench: ## the benchmarks, summarised
	@$(jupyter)/setup.sh go lint && go test -run '^$$' -bench . -count 6 ./... | tee /dev/stderr | .tools/bin/benchstat -

bench-cells: setup ## where the time of a cell goes, and how soon a figure follows a slider, beside Python
	@$(jupyter)/setup.sh python
	cd notebooks/browser && TIDEMARK_SETUP=required go test -count 1 -timeout 60m -run TestTimes -times .

clean: ## remove what the set-up and the lessons wrote
	rm -rf .tools .venv notebooks/exports site slides docker/sbom.spdx.json
