using System.Xml.Linq;
using Fody;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Weaving;
using PooledAwait.Inspect.Files;

namespace PooledAwait.Inspect.Weaving;

/// <summary>An assembly in memory, to be woven and read. The assembly's files are never written.</summary>
internal sealed class OpenAssembly : IDisposable
{
    private readonly ReferenceResolver _resolver;
    private readonly IReadOnlyList<string> _references;
    private readonly List<WeaverMessage> _messages = [];
    private WritableModule? _writable;

    /// <param name="path">A file of kind <see cref="ImageKind.IlOnly"/> or <see cref="ImageKind.ReadyToRun"/>.</param>
    /// <param name="references">The files in which the assembly's references are looked up by name.</param>
    /// <exception cref="BadImageFormatException">The assembly's metadata cannot be read.</exception>
    /// <exception cref="InputException">The assembly's symbols cannot be read.</exception>
    public OpenAssembly(string path, IReadOnlyList<string> references)
        : this(path, references, new ReferenceResolver(references))
    {
    }

    /// <param name="path">A file of kind <see cref="ImageKind.IlOnly"/> or <see cref="ImageKind.ReadyToRun"/>.</param>
    /// <param name="references">The files in which the assembly's references are looked up by name.</param>
    /// <param name="resolver">Looks up the references. It is disposed of with the assembly.</param>
    public OpenAssembly(string path, IReadOnlyList<string> references, ReferenceResolver resolver)
    {
        Path = path;
        _references = references;
        _resolver = resolver;
        try
        {
            // The file stays open. Otherwise, all files of a program would be in memory at once.
            Module = ModuleDefinition.ReadModule(path, new ReaderParameters { AssemblyResolver = _resolver });
            SymbolFile.ReadInto(Module, path);
            HadNativeCode = ImageKinds.Of(path) == ImageKind.ReadyToRun;
            if (HadNativeCode)
            {
                RemoveNativeCode(Module);
            }
        }
        catch
        {
            _resolver.Dispose();
            throw;
        }
    }

    public string Path { get; }

    public ModuleDefinition Module { get; }

    /// <summary>True if the file has native code besides IL. The tool does not write native code.</summary>
    public bool HadNativeCode { get; }

    /// <summary>The weaver's messages.</summary>
    public IReadOnlyList<WeaverMessage> Messages => _messages;

    /// <summary>Weaves the assembly as it is in memory.</summary>
    /// <param name="config">The element of FodyWeavers.xml.</param>
    /// <param name="keepsIl">Whether the report gets the IL of changed methods, which costs time and memory.</param>
    /// <returns>The decisions.</returns>
    /// <exception cref="WeavingException">The weaver found something that it cannot work with.</exception>
    public WeavingReport Weave(XElement config, bool keepsIl = false)
    {
        var weaver = Weaver(config, keepsIl);
        WithErrors(weaver.Execute);
        return weaver.Report!;
    }

    /// <summary>Makes a weaver for the assembly, to weave it alone or with others.</summary>
    /// <param name="config">The element of FodyWeavers.xml.</param>
    /// <param name="keepsIl">Whether the report gets the IL of changed methods, which costs time and memory.</param>
    public ModuleWeaver Weaver(XElement config, bool keepsIl = false)
    {
        var weaver = new ModuleWeaver { KeepsIl = keepsIl, ReportsSavings = true };
        FodyMembers.Connect(weaver, Module, _resolver, _messages);
        weaver.Config = config;
        weaver.AssemblyFilePath = Path;
        weaver.AddinDirectoryPath = AppContext.BaseDirectory;
        weaver.References = string.Join(";", _references);
        weaver.ReferenceCopyLocalPaths = [];
        weaver.RuntimeCopyLocalPaths = [];
        weaver.SolutionDirectoryPath = weaver.ProjectDirectoryPath = System.IO.Path.GetDirectoryName(Path)!;
        weaver.ProjectFilePath = Path;
        weaver.DefineConstants = [];
        return weaver;
    }

    /// <summary>
    /// Leaves the completion of the assembly's code to <see cref="Write"/>. This saves memory if assemblies are woven together, because the caller can write
    /// and close one assembly before <see cref="Write"/> completes the next assembly.
    /// </summary>
    public void CompleteBeforeWriting(ModuleWeaver weaver) => _writable = weaver.Writable();

    /// <summary>Runs a weave. If the weave fails, throws an exception with the last error and all errors that were reported before.</summary>
    public void WithErrors(Action weave)
    {
        try
        {
            weave();
        }
        catch (WeavingException last) when (_messages.Any(message => message.Level == WeaverMessageLevel.Error))
        {
            var others = _messages.Where(message => message.Level == WeaverMessageLevel.Error).Select(message => message.Text);
            throw new WeavingException(string.Join("\n", [.. others, last.Message]));
        }
    }

    /// <summary>Returns the files of the assembly in its current state, without native code, and with its symbols.</summary>
    /// <exception cref="InputException">Writing needs a type or member that is not found.</exception>
    /// <exception cref="WeavingException">The assembly was woven with others, and completing it failed.</exception>
    public WrittenAssembly Write()
    {
        Complete();
        try
        {
            return WriteToMemory();
        }
        catch (ResolutionException exception)
        {
            // To write a constant of an enumeration, Cecil needs the enumeration's underlying type.
            throw new InputException(
                $"'{Path}' refers to '{exception.Member.FullName}' of {exception.Scope.Name}, which was not found. Say where it is with --reference.");
        }
    }

    public void Dispose()
    {
        Module.Dispose();
        _resolver.Dispose();
    }

    private void Complete()
    {
        try
        {
            _writable?.Complete();
        }
        catch (WeavingException exception)
        {
            throw new WeavingException($"{Path}: {exception.Message}");
        }
    }

    private WrittenAssembly WriteToMemory()
    {
        var image = new MemoryStream();
        if (!Module.HasSymbols)
        {
            Module.Write(image);
            return new WrittenAssembly(image.ToArray(), Symbols: null);
        }

        if (Module.GetDebugHeader().Entries.Any(entry => entry.Directory.Type == ImageDebugType.EmbeddedPortablePdb))
        {
            return new WrittenAssembly(WithEmbeddedSymbols(), Symbols: null);
        }

        var symbols = new MemoryStream();
        var provider = Module.SymbolReader.GetWriterProvider();
        Module.Write(image, new WriterParameters { WriteSymbols = true, SymbolStream = symbols, SymbolWriterProvider = provider });
        return new WrittenAssembly(image.ToArray(), symbols.ToArray());
    }

    // Cecil embeds symbols only if it writes to a file.
    private byte[] WithEmbeddedSymbols()
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        try
        {
            var file = System.IO.Path.Combine(folder, System.IO.Path.GetFileName(Path));
            Module.Write(file, new WriterParameters { WriteSymbols = true });
            return File.ReadAllBytes(file);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    // The IL is complete without the native code. Without the ILOnly flag, Cecil would treat the image as mixed, and refuse to write it. The architecture is
    // reset, because it belonged to the native code.
    private static void RemoveNativeCode(ModuleDefinition module)
    {
        module.Attributes = (module.Attributes & ModuleAttributes.StrongNameSigned) | ModuleAttributes.ILOnly;
        module.Architecture = TargetArchitecture.I386;
    }
}
