using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using Tests.Compilation;

namespace Tests.WeavingTime;

/// <summary>Compiles assemblies of any size, with symbols. The assemblies repeat one namespace, in which most methods do not await.</summary>
internal static class Sources
{
    private const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.IO;
        global using System.Linq;
        global using System.Text;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    // The code is a string, because it is compiled under many names, and never as part of this project.
    private const string Types = """
        namespace Copy#
        {
            public enum Kind { None, Word, Number, Sign }

            public readonly record struct Token(Kind Kind, string Text, int Line);

        }

        """;

    private const string Scanner = """
        namespace Copy#
        {
            public sealed class Scanner
            {
                private readonly Dictionary<string, Kind> _known = new() { ["a"] = Kind.Word, ["1"] = Kind.Number, ["+"] = Kind.Sign };
                private readonly StringBuilder _text = new();
                private int _line = 1;

                public event EventHandler<Token>? Found;

                public string Name { get; set; } = "";

                public int Line => _line;

                public IEnumerable<Token> Scan(string text)
                {
                    foreach (var letter in text)
                    {
                        if (char.IsWhiteSpace(letter))
                        {
                            if (_text.Length > 0)
                            {
                                yield return Take();
                            }

                            _line += letter == '\n' ? 1 : 0;
                        }
                        else
                        {
                            _text.Append(letter);
                        }
                    }

                    if (_text.Length > 0)
                    {
                        yield return Take();
                    }
                }

                private Token Take()
                {
                    var text = _text.ToString();
                    _text.Clear();
                    var token = new Token(_known.TryGetValue(text, out var kind) ? kind : KindOf(text), text, _line);
                    Found?.Invoke(this, token);
                    return token;
                }

                private static Kind KindOf(string text)
                {
                    switch (text[0])
                    {
                        case >= '0' and <= '9':
                            return Kind.Number;
                        case '+' or '-' or '*' or '/':
                            return Kind.Sign;
                        default:
                            return char.IsLetter(text[0]) ? Kind.Word : Kind.None;
                    }
                }

                public static int Evaluate(IReadOnlyList<Token> tokens)
                {
                    var stack = new Stack<int>();
                    for (var i = 0; i < tokens.Count; i++)
                    {
                        try
                        {
                            stack.Push(tokens[i].Kind == Kind.Sign ? Apply(tokens[i].Text, stack.Pop(), stack.Pop()) : int.Parse(tokens[i].Text));
                        }
                        catch (FormatException exception) when (tokens[i].Kind == Kind.Word)
                        {
                            throw new InvalidDataException($"Line {tokens[i].Line}: '{tokens[i].Text}' is no number.", exception);
                        }
                    }

                    return stack.Count == 1 ? stack.Pop() : throw new InvalidDataException($"{stack.Count} values are left.");
                }

                private static int Apply(string sign, int right, int left) => sign switch
                {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "/" when right != 0 => left / right,
                    _ => throw new InvalidDataException(sign),
                };

                public Dictionary<Kind, List<string>> ByKind(IEnumerable<Token> tokens, int least) => tokens
                    .Where(token => token.Text.Length >= least)
                    .GroupBy(token => token.Kind)
                    .OrderByDescending(group => group.Count())
                    .ToDictionary(group => group.Key, group => group.Select(token => token.Text + Name).Distinct().ToList());

                public byte[] Pack(Token[] tokens)
                {
                    using var stream = new MemoryStream();
                    using (var writer = new BinaryWriter(stream, Encoding.UTF8, leaveOpen: true))
                    {
                        writer.Write(tokens.Length);
                        foreach (ref var token in tokens.AsSpan())
                        {
                            writer.Write((byte)token.Kind);
                            writer.Write(token.Text);
                            writer.Write(token.Line);
                        }
                    }

                    return stream.ToArray();
                }

                public override string ToString() => $"{Name} at {_line}, {_known.Count} known, {_text.Length} pending";
            }

        }

        """;

    private const string Reader = """
        namespace Copy#
        {
            public sealed class Reader(Stream stream) : IDisposable
            {
                private readonly byte[] _buffer = new byte[4096];
                private int _read;

                public async ValueTask<int> ReadAsync(CancellationToken cancellation)
                {
                    var read = await stream.ReadAsync(_buffer.AsMemory(_read), cancellation).ConfigureAwait(false);
                    _read += read;
                    return read;
                }

                public async Task<string> TextAsync(CancellationToken cancellation)
                {
                    while (await ReadAsync(cancellation).ConfigureAwait(false) > 0)
                    {
                        if (_read == _buffer.Length)
                        {
                            break;
                        }
                    }

                    return Encoding.UTF8.GetString(_buffer, 0, _read);
                }

                public async Task<List<Token>> TokensAsync(Scanner scanner, CancellationToken cancellation)
                {
                    try
                    {
                        return scanner.Scan(await TextAsync(cancellation)).ToList();
                    }
                    finally
                    {
                        await stream.DisposeAsync();
                    }
                }

                public Task LogAsync(Task work, TextWriter log, string name) =>
                    work.ContinueWith(done => log.WriteLine(name + done.Exception), TaskContinuationOptions.OnlyOnFaulted);

                public void Dispose() => stream.Dispose();
            }
        }

        """;

    // The share of async methods is about the same as in compiled libraries for input and output.
    private static readonly string s_copy =
        Types +
        string.Concat(Enumerable.Range(0, 4).Select(number => Scanner.Replace("Scanner", number == 0 ? "Scanner" : $"Scanner{number}"))) +
        Reader;

    /// <summary>Compiles an assembly of the given size, or of a slightly larger one.</summary>
    public static CompiledAssembly OfSize(int bytes)
    {
        var one = Compile(1);
        var eleven = Compile(11);
        return Compile(1 + (int)Math.Ceiling((bytes - one.Image.Length) / ((eleven.Image.Length - one.Image.Length) / 10.0)));
    }

    private static CompiledAssembly Compile(int copies) => Compile(Enumerable.Range(0, copies).Select(number => s_copy.Replace("Copy#", $"Copy{number}")));

    /// <summary>Compiles an assembly from sources, which need no using directives.</summary>
    public static CompiledAssembly Compile(IEnumerable<string> sources)
    {
        var compilation = CSharpCompilation.Create(
            CompiledAssembly.Name,
            sources
                .Prepend(Usings)
                .Select((text, number) => CSharpSyntaxTree.ParseText(SourceText.From(text, System.Text.Encoding.UTF8), path: $"/{number}.cs")),
            References.Of(Shape.Release.Framework).Select(path => MetadataReference.CreateFromFile(path)),
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                optimizationLevel: OptimizationLevel.Release,
                deterministic: true,
                nullableContextOptions: NullableContextOptions.Enable));
        using var image = new MemoryStream();
        using var symbols = new MemoryStream();
        var options = new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: $"{CompiledAssembly.Name}.pdb");
        var result = compilation.Emit(image, symbols, options: options);
        return result.Success
            ? new CompiledAssembly(Shape.Release, image.ToArray(), symbols.ToArray())
            : throw new InvalidOperationException(
                string.Join("\n", result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Take(5)));
    }
}
