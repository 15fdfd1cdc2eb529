package deck

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"unicode/utf8"

	"tidemark/notebooks/internal/ipynb"
	"tidemark/notebooks/internal/publish/page"
	"tidemark/plots"
)

// A slide is one as the audience sees it.
type slide struct {
	Section string // in which it stands, small at its top; "" where the title says it
	Title   string
	Level   int  // of the title, 1 is that of the lesson
	Untold  bool // has no title of its own and repeats the section
	Points  []page.Point
	List    page.List
	Start   int // number of the first item of the list
	Size    int // of the type of the list, in pixels
	Credit  template.HTML
	Texts   []text
	Picture *picture
	HTML    template.HTML
	Room    int // for the HTML under the title, in pixels
	Notes   template.HTML
}

// A text is code or what it printed.
type text struct {
	Lines    []line
	Kind     string // code, output or failure
	Size     int    // of its type, in pixels
	Fragment bool   // comes one step later
}

// A line is one of a text. Where it is broken, it goes on a little further in
// than it begins.
type line struct {
	HTML   template.HTML
	Length int  // in characters
	Indent int  // of them blank, at the beginning
	Closes bool // begins with a bracket that closes what stands above
}

// A picture is a figure by day and by night.
type picture struct {
	*page.Picture
	Light, Dark template.URL
}

// A group is a slide as the lesson asks for it.
type group struct {
	below  bool // the last one
	briefs []page.Brief
	texts  []text
	shown  []page.Output // figures and all else that is no text
	notes  []template.HTML
}

// A builder turns cells into slides.
type builder struct {
	dir     string
	links   page.Links
	figures *page.Figures
	groups  []*group
	section string
}

// slideType returns how a cell becomes a slide, or "" if it does not say.
func slideType(c ipynb.Cell) string {
	meta, _ := c.Metadata["slideshow"].(map[string]any)
	t, _ := meta["slide_type"].(string)
	return t
}

// slideTypes returns how the cells become slides. In a lesson that says nothing
// about it, prose begins a slide, one below the other until a heading comes.
func slideTypes(cells []ipynb.Cell) []string {
	types, said := make([]string, len(cells)), false
	for i, c := range cells {
		types[i] = cmp.Or(slideType(c), "-")
		said = said || slideType(c) != ""
	}
	for i, c := range cells {
		switch {
		case said, c.IsCode() && i > 0:
		case i == 0, strings.HasPrefix(string(c.Source), "#"):
			types[i] = "slide"
		default:
			types[i] = "subslide"
		}
	}
	return types
}

// add adds a cell to the slides.
func (b *builder) add(c ipynb.Cell, kind string) error {
	switch kind {
	case "slide", "subslide":
		b.groups = append(b.groups, &group{below: kind == "subslide"})
	case "-", "fragment", "notes":
	case "skip":
		return nil
	default:
		return fmt.Errorf("slide_type must be slide, subslide, fragment, -, notes or skip, got %q", kind)
	}
	if len(b.groups) == 0 {
		return fmt.Errorf("first slide must begin with slide_type slide, got %q", kind)
	}
	g := b.groups[len(b.groups)-1]
	if c.IsCode() {
		return b.addCode(g, c, kind)
	}
	return b.addProse(g, c, kind)
}

func (b *builder) addProse(g *group, c ipynb.Cell, kind string) error {
	all, err := page.Parse(string(c.Source)).HTML(b.links, b.dir)
	if err != nil {
		return err
	}
	g.notes = append(g.notes, template.HTML(strings.ReplaceAll(string(all), "<details>", "<details open>")))
	if kind == "notes" {
		return nil
	}
	brief, err := page.Parse(string(c.Source)).Brief(b.links, b.dir)
	g.briefs = append(g.briefs, brief)
	for _, output := range brief.Captured {
		g.texts = append(g.texts, newText("output", output, kind))
	}
	return err
}

// Lines of a cell that are for the kernel, and those for a shell.
var (
	forKernel = regexp.MustCompile(`(?m)^%.*\n?`)
	forShell  = regexp.MustCompile(`(?m)^!.*\n?`)
	shellMark = regexp.MustCompile(`(?m)^!\*?`)
)

// shownCode returns the code of a cell without what is for the kernel, and
// without what is for a shell unless there is nothing else, as it looks there.
func shownCode(source string) string {
	all := strings.Trim(forKernel.ReplaceAllString(source, ""), "\n")
	if code := strings.Trim(forShell.ReplaceAllString(all, ""), "\n"); code != "" {
		return code
	}
	return shellMark.ReplaceAllLiteralString(all, prompt)
}

// prompt begins the lines for a shell. No Go begins so.
const prompt = "$ "

// marked returns shown code with its words marked.
func marked(code string) template.HTML {
	if strings.HasPrefix(code, prompt) {
		return page.Commands(code)
	}
	return page.Code(code)
}

func (b *builder) addCode(g *group, c ipynb.Cell, kind string) error {
	code := shownCode(string(c.Source))
	if kind == "notes" {
		g.notes = append(g.notes, "<pre>"+marked(code)+"</pre>")
		return nil
	}
	outputs, err := page.Outputs(c, b.figures)
	if err != nil {
		return err
	}
	switch {
	case code == "":
	case drawsOnly(outputs):
		g.notes = append(g.notes, "<pre>"+marked(code)+"</pre>")
	default:
		g.texts = append(g.texts, newText("code", code, kind))
	}
	for _, o := range outputs {
		switch {
		case o.Text != "":
			g.texts = append(g.texts, newText("output", o.Text, kind))
		case o.Failure != "":
			g.texts = append(g.texts, newText("failure", o.Failure, kind))
		default:
			g.shown = append(g.shown, o)
		}
	}
	return nil
}

// drawsOnly reports whether a cell does nothing but show a figure, or controls
// with one, which then speaks for itself.
func drawsOnly(outputs []page.Output) bool {
	return len(outputs) == 1 && (outputs[0].Picture != nil || page.HasControls(outputs[0].HTML))
}

func newText(kind, s, slideType string) text {
	s = strings.ReplaceAll(strings.TrimRight(s, "\n"), "\t", "    ")
	html := template.HTML(template.HTMLEscapeString(s))
	if kind == "code" {
		html = marked(s)
	}
	t := text{Kind: kind, Fragment: slideType == "fragment"}
	lines := strings.Split(string(html), "\n")
	for i, plain := range strings.Split(s, "\n") {
		inner := strings.TrimLeft(plain, " ")
		t.Lines = append(t.Lines, line{
			HTML:   template.HTML(lines[i]),
			Length: utf8.RuneCountInString(plain),
			Indent: len(plain) - len(inner),
			Closes: strings.IndexAny(inner, ")]}") == 0,
		})
	}
	return t
}

// stacks returns the slides, those below each other in one stack.
func (b *builder) stacks() ([][]slide, error) {
	var stacks [][]slide
	for _, g := range b.groups {
		slides, err := b.slides(g)
		if err != nil {
			return nil, err
		}
		if last := len(stacks) - 1; g.below && last >= 0 {
			stacks[last] = append(stacks[last], slides...)
		} else {
			stacks = append(stacks, slides)
		}
	}
	return stacks, nil
}

// slides returns the slides that a group takes: lists that stand in front of all
// else, points and texts, the other lists, figures.
func (b *builder) slides(g *group) ([]slide, error) {
	head, lists := b.head(g)
	var slides []slide
	for len(lists) > 0 && lists[0].First && len(head.Points)+len(g.texts) > 0 {
		slides = append(slides, spreadList(head.next(), lists[0])...)
		slides[0].Level = head.Level
		lists = lists[1:]
	}
	rest := head
	if len(slides) > 0 {
		rest.Level = 0
	}
	switch {
	case len(g.texts) > 0:
		slides = append(slides, spread(rest, g.texts)...)
	case rest.Level != 1 && len(lists) > 0 && rest.holds(lists[0]):
		slides = append(slides, rest.with(lists[0]))
		lists = lists[1:]
	case rest.Level > 0 && (len(rest.Points) > 0 || len(lists) == 0), len(g.shown)+len(lists) == 0:
		slides = append(slides, spread(rest, nil)...)
	}
	for _, l := range lists {
		slides = append(slides, spreadList(head.next(), l)...)
	}
	for _, o := range g.shown {
		s, err := b.shown(g, head, o)
		if err != nil {
			return nil, err
		}
		slides = append(slides, s)
	}
	if len(slides) > 0 {
		slides[0].Notes = join(g.notes) + slides[0].Notes
	}
	return slides, nil
}

// credit is how the paragraph opens that says what the lesson is adapted from.
const credit = "Source."

// head returns the words at the top of a group's slides, and the lists.
func (b *builder) head(g *group) (head slide, lists []page.List) {
	for _, brief := range g.briefs {
		if head.Level == 0 {
			head.Title, head.Level = brief.Title, brief.Level
		}
		head.Points = append(head.Points, brief.Points...)
		lists = append(lists, brief.Lists...)
	}
	switch {
	case head.Level == 1:
		head.Points, head.Credit = question(head.Points)
	case head.Level == 2:
		b.section = head.Title
	case len(head.Points) > 0 && head.Points[0].Opening != "":
		opening := &head.Points[0].Opening
		head.Title = strings.TrimRight(*opening, ".:,;")
		if strings.ContainsAny((*opening)[len(*opening)-1:], ".:?!") {
			*opening = "" // it stands by itself and the rest does too
		}
	}
	switch {
	case head.Title == "":
		head.Title, head.Untold = b.section, true
	case head.Level != 1 && head.Title != b.section:
		head.Section = b.section
	}
	if len(g.texts) > 0 && len(head.Points) > 1 {
		head.Points = head.Points[:1]
	}
	return head, lists
}

// question returns what stands on the first slide of a lesson: its question and
// where it comes from.
func question(points []page.Point) (question []page.Point, from template.HTML) {
	for _, pt := range points[1:] {
		if pt.Opening == credit {
			from = pt.Rest
		}
	}
	first := points[0]
	first.Opening = ""
	return []page.Point{first}, from
}

// shown returns the slide of a figure, or of what else an output shows.
func (b *builder) shown(g *group, head slide, o page.Output) (slide, error) {
	s := head.next()
	p := o.Picture
	if p == nil {
		if len(g.texts) == 0 && head.Level == 0 {
			s.Points = head.Points
		}
		s.HTML, s.Room = o.HTML, int(room-s.headHeight())
		return s, nil
	}
	light, err := p.Source(plots.Slide, plots.Light)
	if err != nil {
		return s, err
	}
	dark, err := p.Source(plots.Slide, plots.Dark)
	s.Picture = &picture{p, light, dark}
	if p.Known {
		s.Title, s.Notes = p.Title, template.HTML("<p>"+template.HTMLEscapeString(p.Note)+"</p>")
	}
	return s, err
}

// next returns the beginning of another slide with the same title.
func (s slide) next() slide {
	return slide{Section: s.Section, Title: s.Title, Untold: s.Untold}
}

// Statement reports whether a slide has nothing but points, which are then
// written large.
func (s slide) Statement() bool {
	return len(s.Points) > 0 && len(s.Texts)+len(s.List.Items) == 0 && s.HTML == "" && s.Level != 1
}

func join(parts []template.HTML) (all template.HTML) {
	for _, p := range parts {
		all += p
	}
	return all
}
