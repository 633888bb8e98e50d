using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;

namespace Tests.Compilation;

/// <summary>The references of AssemblyToProcess, as its build resolved them. A real build passes these to Fody.</summary>
public static class References
{
    /// <summary>The framework that the tests are built for and run on. <c>Tests/OlderRuntimes</c> builds some of the tests for other frameworks.</summary>
    public const string Current =
#if NET10_0_OR_GREATER
        "net10.0";
#elif NET9_0_OR_GREATER
        "net9.0";
#else
        "net8.0";
#endif

    private static readonly ConcurrentDictionary<string, MetadataReference> s_metadata = new();

    /// <summary>Returns the full paths of the framework's reference assemblies, the packages' assemblies, and PooledAwait.Runtime.</summary>
    public static IReadOnlyList<string> Of(string framework) =>
        File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "AssemblyToProcess", $"{framework}.references.txt"));

    /// <summary>Returns the compiler's objects for the files that <see cref="Of"/> returns.</summary>
    public static IEnumerable<MetadataReference> MetadataOf(string framework) => Of(framework).Select(Metadata);

    /// <summary>
    /// Returns the compiler's object for a file. A test run makes one object for each file, so that compilations share what the compiler has read.
    /// </summary>
    public static MetadataReference Metadata(string path) => s_metadata.GetOrAdd(path, static file => MetadataReference.CreateFromFile(file));

    /// <summary>Returns the path of PooledAwait.Runtime's build for a framework.</summary>
    public static string Runtime(string framework) =>
        Of(framework).Single(path => Path.GetFileName(path) == "PooledAwait.Runtime.dll");

    /// <summary>Returns the preprocessor symbols of PooledAwait.Runtime's build for a framework.</summary>
    public static string[] SymbolsOfRuntime(string framework) => framework switch
    {
        "net10.0" => ["NET", "NET8_0_OR_GREATER", "NET9_0_OR_GREATER", "NET10_0_OR_GREATER"],
        "net8.0" or "net9.0" => ["NET", "NET8_0", "NET8_0_OR_GREATER"], // net9.0 uses the build for net8.0
        _ => throw new ArgumentOutOfRangeException(nameof(framework), framework, null),
    };
}
