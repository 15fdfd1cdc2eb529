.PHONY: help setup base lab test notebooks export site slides engine-flink kernel image sbom lint bench bench-cells clean
set-up = notebooks/internal/setup
export JUPYTER PYTHON ENGINE

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 12

setup: ## all that the lessons run on, into .tools and .venv; `lab` and `test` do it themselves
	@$(set-up)/setup.sh go jupyter kernel warm engine

base: # all of it but the engine, which one lesson needs and which takes minutes
	@$(set-up)/setup.sh go jupyter kernel warm

lab: base ## open JupyterLab on the lessons (PORT=8888, LAB_ARGS=--no-browser, JUPYTER=/path/to/jupyter)
	@$(set-up)/lab.sh $(or $(PORT),8888) $(LAB_ARGS)

test: setup ## all tests: the packages, each lesson in the real kernel, the lessons in a browser
	go test -timeout 90m ./...
	cd sim/engine && GOWORK=off go test -timeout 90m ./...
	cd notebooks/internal/publish && go test -timeout 90m ./...
	@$(set-up)/setup.sh slides browser
	cd notebooks/internal/browser && go test -timeout 90m ./...

notebooks: setup ## execute the lessons and store their outputs afresh
	go test -count 1 -timeout 90m ./notebooks/internal/lessons -run 'TestLessons$$' -update

export: ## every figure as SVG, PDF and PNG, into notebooks/exports (ARGS="tolerance-tradeoff delay=3" for one, ARGS=-help for more)
	@go run ./plots/cmd/export $(ARGS)

site: base ## the lessons as web pages, into site (ARGS="-o folder notebook ..." for some of them, elsewhere)
	@$(set-up)/setup.sh pages && .tools/bin/publish site $(ARGS)

slides: base ## the lessons as slides, into slides (ARGS as for site)
	@$(set-up)/setup.sh pages slides && .tools/bin/publish slides $(ARGS)

engine-flink: ## the window of lesson 05 on Apache Flink, beside Prism (needs a JDK 17 and Maven)
	@cd sim/engine && GOWORK=off go run ./cmd/engine flink -lib ../../.tools/flink

kernel: base ## install the kernel of this checkout for your own Jupyter or VS Code (KERNEL=gonb)
	@$(set-up)/install.sh $(or $(KERNEL),gonb)

image: ## the image for a class, tidemark:local, with all that runs offline (ENGINE=podman)
	@docker/build.sh -t tidemark:local

sbom: ## what is in the image, as docker/sbom.spdx.json
	@docker/build.sh --target sbom --output docker

lint: ## gofmt, vet, staticcheck, govulncheck
	@$(set-up)/setup.sh go lint && $(set-up)/lint.sh

bench: ## the benchmarks, summarised
	@$(set-up)/setup.sh go lint && go test -run '^$$' -bench . -count 6 ./... | tee /dev/stderr | .tools/bin/benchstat -

bench-cells: setup ## where the time of a cell goes, and how soon a figure follows a slider, beside Python
	@$(set-up)/setup.sh python
	cd notebooks/internal/browser && go test -count 1 -timeout 90m -run TestTimes -times .

clean: ## remove what the set-up and the lessons wrote
	rm -rf .tools .venv notebooks/exports site slides docker/sbom.spdx.json
