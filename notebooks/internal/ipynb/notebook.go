// Package ipynb reads, compares and writes Jupyter notebooks of format 4.5 whose cells a GoNB
// kernel executes. It knows where GoNB reports that a cell failed, which parts of an output are
// different in every run, and it writes one normal form, so that a notebook changes only where its
// lesson does.
package ipynb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// MayFail is the tag of a cell that is meant to show a failure.
const MayFail = "may-fail"

// A Notebook is a lesson. Its fields stand in the order in which they are written.
type Notebook struct {
	Cells    []Cell         `json:"cells"`
	Metadata map[string]any `json:"metadata"`
	Major    int            `json:"nbformat"`
	Minor    int            `json:"nbformat_minor"`
}

// A Cell is prose or code. Count and Outputs belong to code alone.
type Cell struct {
	Attachments json.RawMessage `json:"attachments,omitempty"`
	Type        string          `json:"cell_type"`
	Count       *int            `json:"execution_count"`
	ID          string          `json:"id"`
	Metadata    map[string]any  `json:"metadata"`
	Outputs     []Output        `json:"outputs"`
	Source      Text            `json:"source"`
}

// IsCode tells code from prose.
func (c Cell) IsCode() bool { return c.Type == "code" }

// Tagged tells whether the cell carries the tag.
func (c Cell) Tagged(tag string) bool {
	tags, _ := c.Metadata["tags"].([]any)
	for _, t := range tags {
		if t == tag {
			return true
		}
	}
	return false
}

// MarshalJSON leaves out of a cell of prose what belongs to code alone.
func (c Cell) MarshalJSON() ([]byte, error) {
	type code Cell // without this method
	if c.IsCode() {
		if c.Outputs == nil {
			c.Outputs = []Output{}
		}
		return marshal(code(c))
	}
	return marshal(struct {
		Attachments json.RawMessage `json:"attachments,omitempty"`
		Type        string          `json:"cell_type"`
		ID          string          `json:"id"`
		Metadata    map[string]any  `json:"metadata"`
		Source      Text            `json:"source"`
	}{c.Attachments, c.Type, c.ID, c.Metadata, c.Source})
}

// An Output is one thing that a cell shows: text of a stream, a bundle of media, or an error.
type Output struct {
	Data      Bundle         `json:"data,omitempty"`
	Error     string         `json:"ename,omitempty"`
	Message   string         `json:"evalue,omitempty"`
	Metadata  map[string]any `json:"metadata,omitempty"`
	Stream    string         `json:"name,omitempty"`
	Type      string         `json:"output_type"`
	Text      Text           `json:"text,omitempty"`
	Traceback []string       `json:"traceback,omitempty"`
}

// MarshalJSON writes the fields that the format asks for in an output of the given type, also
// where they are empty.
func (o Output) MarshalJSON() ([]byte, error) {
	fields := map[string]any{"output_type": o.Type}
	switch o.Type {
	case "stream":
		fields["name"], fields["text"] = o.Stream, o.Text
	case "error":
		fields["ename"], fields["evalue"], fields["traceback"] = o.Error, o.Message, o.Traceback
	case "display_data":
		fields["data"], fields["metadata"] = o.Data, o.Metadata
		if o.Metadata == nil {
			fields["metadata"] = map[string]any{}
		}
	default:
		return nil, fmt.Errorf("ipynb: output type must be stream, error or display_data, got %q", o.Type)
	}
	return marshal(fields)
}

// A Bundle is one thing in several media types, each as the notebook stores it.
type Bundle map[string]any

// MarshalJSON writes text as a list of lines, other media as they are.
func (b Bundle) MarshalJSON() ([]byte, error) {
	fields := map[string]any{}
	for mime, value := range b {
		text, isText := joined(value)
		switch {
		case !isText:
			fields[mime] = value
		case strings.HasPrefix(mime, "text/"), mime == "image/svg+xml", mime == "application/javascript":
			fields[mime] = Text(text)
		default:
			fields[mime] = text
		}
	}
	return marshal(fields)
}

// Text gives the value of a media type, and "" where the bundle has none or it is no text.
func (b Bundle) Text(mime string) string {
	text, _ := joined(b[mime])
	return text
}

// joined gives a value of a notebook, a string or a list of strings, as one string.
func joined(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case []any:
		var b strings.Builder
		for _, line := range v {
			s, ok := line.(string)
			if !ok {
				return "", false
			}
			b.WriteString(s)
		}
		return b.String(), true
	}
	return "", false
}

// Text is text that a notebook stores as a list of lines.
type Text string

// UnmarshalJSON takes a list of lines, or one string.
func (t *Text) UnmarshalJSON(data []byte) error {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	text, ok := joined(value)
	if !ok {
		return fmt.Errorf("text must be a string or a list of strings, got %.40s", data)
	}
	*t = Text(text)
	return nil
}

// MarshalJSON gives the lines, each with its newline.
func (t Text) MarshalJSON() ([]byte, error) {
	lines := []string{}
	for line := range strings.Lines(string(t)) {
		lines = append(lines, line)
	}
	return marshal(lines)
}

// Read reads a notebook.
func Read(path string) (*Notebook, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("ipynb: %w", err)
	}
	nb, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%w in %s", err, path)
	}
	return nb, nil
}

// Parse reads a notebook from its JSON. It wants format 4.5, the first whose cells have ids.
func Parse(data []byte) (*Notebook, error) {
	var nb Notebook
	if err := json.Unmarshal(data, &nb); err != nil {
		return nil, fmt.Errorf("ipynb: %w", err)
	}
	if nb.Major != 4 || nb.Minor < 5 {
		return nil, fmt.Errorf("ipynb: format must be 4.5, got %d.%d", nb.Major, nb.Minor)
	}
	return &nb, nil
}

// Bytes gives the JSON of the notebook as Jupyter writes it: sorted keys, one space of indent.
func (nb *Notebook) Bytes() ([]byte, error) {
	flat, err := marshal(nb)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, flat, "", " "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// marshal is json.Marshal without the escapes that only HTML needs.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Find gives the place of the cell with the id, and -1 where there is none.
func (nb *Notebook) Find(id string) int {
	for i, c := range nb.Cells {
		if c.ID == id {
			return i
		}
	}
	return -1
}
