package page

import (
	"fmt"
	"go/scanner"
	"go/token"
	"go/types"
	"html/template"
	"regexp"
	"strings"
)

// special matches a line of a cell that is for the kernel and not for Go.
var special = regexp.MustCompile(`(?m)^[%!].*\n?`)

// Code returns the code of a cell with its words marked by class: k keyword,
// t predeclared name, f function, s string, n number, c comment, x what is for
// the kernel.
func Code(source string) template.HTML {
	var b strings.Builder
	at := 0
	for _, line := range special.FindAllStringIndex(source, -1) {
		writeGo(&b, source[at:line[0]])
		mark(&b, "x", source[line[0]:line[1]])
		at = line[1]
	}
	writeGo(&b, source[at:])
	return template.HTML(b.String())
}

// Commands returns lines for a shell, marked as what is not for Go.
func Commands(source string) template.HTML {
	var b strings.Builder
	mark(&b, "x", source)
	return template.HTML(b.String())
}

// writeGo marks Go. What is no Go stands there unmarked.
func writeGo(b *strings.Builder, source string) {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(source))
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	at := 0
	for {
		pos, tok, lit := s.Scan()
		start := file.Offset(pos)
		if tok == token.EOF {
			break
		}
		class := classOf(tok, lit, source[start:])
		if class == "" {
			continue
		}
		mark(b, "", source[at:start])
		at = start + len(lit)
		mark(b, class, source[start:at])
	}
	mark(b, "", source[at:])
}

// classOf returns the class of a token that the rest of the source begins
// with.
func classOf(tok token.Token, lit, rest string) string {
	switch {
	case tok.IsKeyword():
		return "k"
	case tok == token.COMMENT:
		return "c"
	case tok == token.STRING, tok == token.CHAR:
		return "s"
	case tok.IsLiteral() && tok != token.IDENT:
		return "n"
	case tok != token.IDENT:
		return ""
	case types.Universe.Lookup(lit) != nil:
		return "t"
	case strings.HasPrefix(rest[len(lit):], "("):
		return "f"
	}
	return ""
}

// mark writes text under a class, line by line, so that lines can be taken
// apart.
func mark(b *strings.Builder, class, text string) {
	for line := range strings.Lines(text) {
		words := strings.TrimSuffix(line, "\n")
		escaped := template.HTMLEscapeString(words)
		if class != "" && words != "" {
			escaped = fmt.Sprintf(`<span class="%s">%s</span>`, class, escaped)
		}
		b.WriteString(escaped + line[len(words):])
	}
}
