using System.Globalization;
using System.Text;

namespace PooledAwait.Fody.Report;

/// <summary>
/// Writes JSON. Also escapes HTML characters, so that an HTML page can contain the text. Unpaired surrogates are escaped too, because they are not characters.
/// The weaver needs this class, because it ships without a JSON library.
/// </summary>
/// <param name="indented">Whether each member gets its own line.</param>
internal sealed class JsonText(bool indented)
{
    private readonly StringBuilder _text = new();
    private int _depth;
    private bool _isFirst = true;
    private bool _isNamed;

    public override string ToString() => _text.ToString();

    /// <summary>Writes an object. The action writes the object's members.</summary>
    public void Object(Action members) => Nest('{', members, '}');

    public void Array<T>(IEnumerable<T> items, Action<T> item) => Nest('[', () =>
    {
        foreach (var each in items)
        {
            item(each);
        }
    }, ']');

    /// <summary>Writes a member's name. The value that is written next becomes the member's value.</summary>
    public void Name(string name)
    {
        Begin();
        Quote(name);
        _text.Append(indented ? ": " : ":");
        _isNamed = true;
    }

    public void Member(string name, string value)
    {
        Name(name);
        Value(value);
    }

    public void Member(string name, int value)
    {
        Name(name);
        Value(value);
    }

    public void Value(string value)
    {
        Begin();
        Quote(value);
    }

    public void Value(int value)
    {
        Begin();
        _text.Append(value.ToString(CultureInfo.InvariantCulture));
    }

    private void Nest(char open, Action content, char close)
    {
        Begin();
        _text.Append(open);
        _depth++;
        _isFirst = true;
        content();
        _depth--;
        if (!_isFirst)
        {
            NewLine();
        }

        _isFirst = false;
        _text.Append(close);
    }

    private void Begin()
    {
        if (_isNamed)
        {
            _isNamed = false;
            return;
        }

        if (!_isFirst)
        {
            _text.Append(',');
        }

        if (_depth > 0)
        {
            NewLine();
        }

        _isFirst = false;
    }

    private void NewLine()
    {
        if (indented)
        {
            _text.Append('\n').Append(' ', 2 * _depth);
        }
    }

    private void Quote(string value)
    {
        _text.Append('"');
        for (var i = 0; i < value.Length; i++)
        {
            switch (value[i])
            {
                case '"' or '\\':
                    _text.Append('\\').Append(value[i]);
                    break;
                case '\n':
                    _text.Append("\\n");
                    break;
                case var c when char.IsSurrogate(c) && i + 1 < value.Length && char.IsSurrogatePair(c, value[i + 1]):
                    _text.Append(c).Append(value[++i]);
                    break;
                case var c when char.IsControl(c) || char.IsSurrogate(c) || c is '<' or '>' or '&' or '\u2028' or '\u2029':
                    _text.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                    break;
                case var c:
                    _text.Append(c);
                    break;
            }
        }

        _text.Append('"');
    }
}
