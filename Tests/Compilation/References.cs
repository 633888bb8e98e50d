using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;

namespace Tests.Compilation;

/// <summary>The references of AssemblyToProcess as its build resolved them, which is what a real build gives to Fody.</summary>
public static class References
{
    /// <summary>The framework that the tests are built for and run on; <c>Tests/OlderRuntimes</c> builds some of them for others.</summary>
    public const string Current =
#if NET10_0_OR_GREATER
        "net10.0";
#elif NET9_0_OR_GREATER
        "net9.0";
#else
        "net8.0";
#endif

    private static readonly ConcurrentDictionary<string, MetadataReference> s_metadata = new();

    /// <summary>Full paths: the reference assemblies of the framework, those of packages, and PooledAwait.Runtime.</summary>
    public static IReadOnlyList<string> Of(string framework) =>
        File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "AssemblyToProcess", $"{framework}.references.txt"));

    /// <summary>The same as the compiler takes them.</summary>
    public static IEnumerable<MetadataReference> MetadataOf(string framework) => Of(framework).Select(Metadata);

    /// <summary>A file as the compiler takes it: one object in a test run, on which compilations leave what they have found out about it to the next.</summary>
    public static MetadataReference Metadata(string path) => s_metadata.GetOrAdd(path, static file => MetadataReference.CreateFromFile(file));

    /// <summary>PooledAwait.Runtime as built for a framework.</summary>
    public static string Runtime(string framework) =>
        Of(framework).Single(path => Path.GetFileName(path) == "PooledAwait.Runtime.dll");

    /// <summary>The symbols with which that build of PooledAwait.Runtime is compiled.</summary>
    public static string[] SymbolsOfRuntime(string framework) => framework switch
    {
        "net10.0" => ["NET", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER"],
        "net8.0" or "net9.0" => ["NET", "NET8_0", "NET8_0_OR_GREATER"], // net9.0 takes the build for net8.0
        _ => throw new ArgumentOutOfRangeException(nameof(framework), framework, null),
    };
}
