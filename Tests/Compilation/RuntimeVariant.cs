using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Tests.Compilation;

/// <summary>
/// Compiles PooledAwait.Runtime from its own sources, with changes. With these changes, tests cause situations that code outside the library cannot cause. So
/// the library needs no members that only tests would use.
/// </summary>
public sealed class RuntimeVariant
{
    private readonly Dictionary<string, string> _sources;

    public RuntimeVariant()
    {
        _sources = RuntimeSources.Files.ToDictionary(file => Path.GetFileName(file), File.ReadAllText);
        _sources.Add("GlobalUsings.cs", RuntimeSources.GlobalUsings);
    }

    /// <summary>The name by which the variant refers to the interface of the base library's boxes.</summary>
    public string InterfaceOfBoxes { get; init; } = RuntimeSources.InterfaceOfBoxes;

    /// <summary>Whether to compile as Release. State machines are structs only in a Release build.</summary>
    public bool Optimised { get; init; } = true;

    /// <summary>Replaces a text that must be in the file.</summary>
    public RuntimeVariant Replace(string file, string text, string replacement)
    {
        if (!_sources[file].Contains(text))
        {
            throw new ArgumentException($"{file} does not contain: {text}");
        }

        _sources[file] = _sources[file].Replace(text, replacement);
        return this;
    }

    /// <summary>Replaces a text that must be in the file exactly once.</summary>
    public RuntimeVariant ReplaceOnce(string file, string text, string replacement)
    {
        var sources = _sources.GetValueOrDefault(file)?.ReplaceLineEndings("\n") ?? throw new ArgumentException($"There is no {file}.");
        var times = sources.Split(text).Length - 1;
        if (times != 1)
        {
            throw new ArgumentException($"{file} contains {times} times, not once: {text}");
        }

        _sources[file] = sources.Replace(text, replacement);
        return this;
    }

    /// <summary>
    /// Drops the exceptions that nobody catches. Otherwise such an exception of a faulty runtime would end the test process. The test notices the fault when it
    /// waits for the call.
    /// </summary>
    public RuntimeVariant DropUnhandledExceptions() => ReplaceOnce(
        "UnhandledException.cs", "ThreadPool.QueueUserWorkItem(static state => ((ExceptionDispatchInfo)state!).Throw(), ExceptionDispatchInfo.Capture(exception));", "_ = exception;");

    public RuntimeVariant Add(string file, string source)
    {
        _sources.Add(file, source);
        return this;
    }

    /// <summary>Compiles the variant and loads it beside the real library.</summary>
    public Assembly Load() => new AssemblyLoadContext("runtime variant").LoadFromStream(new MemoryStream(Compile()));

    /// <param name="withChecks">Whether to include the library's own assertions, as in its debug build.</param>
    public byte[] Compile(bool withChecks = true)
    {
        string[] symbols = References.SymbolsOfRuntime(References.Current);
        var options = new CSharpParseOptions(LanguageVersion.Latest, preprocessorSymbols: withChecks ? [.. symbols, "DEBUG"] : symbols);
        var references = References.Of(References.Current).Where(path => Path.GetFileName(path) != "PooledAwait.Runtime.dll")
            .Append(typeof(RuntimeVariant).Assembly.Location);
        var compilation = CSharpCompilation.Create(
            "PooledAwait.Runtime",
            _sources.Select(source => CSharpSyntaxTree.ParseText(source.Value.Replace(RuntimeSources.InterfaceOfBoxes, InterfaceOfBoxes), options, source.Key)),
            [.. references.Select(References.Metadata), RuntimeSources.BaseLibrary(InterfaceOfBoxes)],
            new CSharpCompilationOptions(
                OutputKind.DynamicallyLinkedLibrary,
                allowUnsafe: true,
                optimizationLevel: Optimised ? OptimizationLevel.Release : OptimizationLevel.Debug,
                nullableContextOptions: NullableContextOptions.Enable));
        using var image = new MemoryStream();
        var result = compilation.Emit(image);
        if (!result.Success)
        {
            throw new InvalidOperationException(string.Join("\n", result.Diagnostics.Where(d => d.Severity == DiagnosticSeverity.Error)));
        }

        return image.ToArray();
    }
}
