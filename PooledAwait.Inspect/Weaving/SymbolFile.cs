using System.Diagnostics.CodeAnalysis;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Mono.Cecil.Cil;

namespace PooledAwait.Inspect.Weaving;

/// <summary>Reads the symbols of an assembly, from a file beside it or from the assembly itself.</summary>
internal static class SymbolFile
{
    private static ReadOnlySpan<byte> PortableSignature => "BSJB"u8;

    /// <summary>
    /// Reads the symbols if there are any. Ignores symbols of another build. Their file is not lost, because the tool never overwrites files that it reads.
    /// </summary>
    /// <exception cref="InputException">The symbols cannot be read.</exception>
    [SuppressMessage("Design", "CA1031", Justification = "What is no symbol file makes Cecil throw anything.")]
    public static void ReadInto(Mono.Cecil.ModuleDefinition module, string assembly)
    {
        var file = Path.ChangeExtension(assembly, ".pdb");
        try
        {
            if (File.Exists(file))
            {
                CheckIsWhole(file);
            }

            if (new DefaultSymbolReaderProvider(throwIfNoSymbol: false).GetSymbolReader(module, assembly) is { } reader)
            {
                module.ReadSymbols(reader, throwIfSymbolsAreNotMaching: false);
            }
        }
        catch (Exception exception)
        {
            var advice = File.Exists(file) ? $" Delete '{Path.GetFileName(file)}' to weave the assembly without symbols." : "";
            throw new InputException($"The symbols of '{assembly}' cannot be read: {exception.Message.TrimEnd('.')}.{advice}");
        }
    }

    /// <summary>Returns whether an assembly has symbols.</summary>
    public static bool IsThereFor(string assembly)
    {
        if (File.Exists(Path.ChangeExtension(assembly, ".pdb")))
        {
            return true;
        }

        using var image = new PEReader(File.OpenRead(assembly));
        return image.ReadDebugDirectory().Any(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb);
    }

    // Cecil reads symbols method by method, so a broken file would fail halfway through a weave.
    private static void CheckIsWhole(string file)
    {
        using var stream = File.OpenRead(file);
        Span<byte> signature = stackalloc byte[4];
        var read = stream.ReadAtLeast(signature, signature.Length, throwOnEndOfStream: false);
        if (signature[..read].SequenceEqual(PortableSignature))
        {
            stream.Position = 0;
            using var symbols = MetadataReaderProvider.FromPortablePdbStream(stream, MetadataStreamOptions.LeaveOpen);
            symbols.GetMetadataReader();
        }
    }
}
