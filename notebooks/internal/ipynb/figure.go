package ipynb

import (
	"html"
	"regexp"
	"strings"
)

var (
	picture   = regexp.MustCompile(`(?s)<img\b[^>]*>|<svg\b.*?</svg>`)
	insteadOf = regexp.MustCompile(`(?s)(?:\balt="|\baria-label="|<title[^>]*>)([^"<]*)`)
	anyTag    = regexp.MustCompile(`(?s)<[^>]*>`)
)

// AltText gives what a reader who does not see the pictures of the output gets in their place, one
// text for each picture: "" where a picture has none, no texts where there is no picture.
func (o Output) AltText() []string {
	var alts []string
	for _, p := range picture.FindAllString(o.Data.Text("text/html"), -1) {
		alt := ""
		if m := insteadOf.FindStringSubmatch(p); m != nil {
			alt = strings.TrimSpace(html.UnescapeString(m[1]))
		}
		alts = append(alts, alt)
	}
	if len(alts) == 0 && o.hasImage() {
		return []string{""} // front ends show a bare image without any text
	}
	return alts
}

func (o Output) hasImage() bool {
	for mime := range o.Data {
		if strings.HasPrefix(mime, "image/") {
			return true
		}
	}
	return false
}

// Words gives the text that a reader finds in the output: of a stream or an error all of it, of a
// page what stands between its tags, of a picture what stands in its place.
func (o Output) Words() string {
	page := html.UnescapeString(anyTag.ReplaceAllString(o.Data.Text("text/html"), "\n"))
	texts := []string{string(o.Text), o.Message, o.Data.Text("text/plain"), o.Data.Text("text/markdown"), page}
	return nonEmptyLines(append(texts, o.AltText()...))
}

func nonEmptyLines(texts []string) string {
	var b strings.Builder
	for _, text := range texts {
		for line := range strings.SplitSeq(text, "\n") {
			if strings.TrimSpace(line) != "" {
				b.WriteString(line + "\n")
			}
		}
	}
	return b.String()
}
