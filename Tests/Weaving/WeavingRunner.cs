using System.Xml.Linq;
using Fody;
using Mono.Cecil;
using PooledAwait.Fody;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>
/// Runs a weaver as Fody does in a build: on files on disk, with the references that the build resolved. Reads and writes symbols,
/// and sets every member of the weaver that Fody sets.
/// </summary>
public sealed record WeavingRunner
{
    /// <summary>The weaver's element in FodyWeavers.xml.</summary>
    public XElement Config { get; init; } = new("PooledAwait");

    public Func<BaseModuleWeaver> Weaver { get; init; } = Weavers.Create;

    /// <summary>The references that the build resolved; by default, the usual references for the assembly's framework.</summary>
    public IReadOnlyList<string>? References { get; init; }

    public IReadOnlyList<string> DefineConstants { get; init; } = [];

    /// <summary>An action that changes the compiled module before the weave, for code that no C# compiler emits.</summary>
    public Action<ModuleDefinition>? Prepare { get; init; }

    /// <summary>An action that runs after the weave. It gets the path of the project's folder, which may be deleted after that.</summary>
    public Action<string>? Inspect { get; init; }

    /// <summary>The project's folder; by default, a folder that exists only during the weave.</summary>
    public string? Directory { get; init; }

    /// <summary>Weaves with the weaver under test.</summary>
    /// <returns>The result of the weave, and the weaver's report before it is written.</returns>
    internal (Woven Woven, WeavingReport Report) Decide(CompiledAssembly input)
    {
        var weaver = new ModuleWeaver { ReportsSavings = true };
        var woven = (this with { Weaver = () => weaver }).Weave(input);
        _ = woven.Result;
        return (woven, weaver.Report!);
    }

    public Woven Weave(CompiledAssembly input)
    {
        if (Directory != null)
        {
            return Weave(input, Directory);
        }

        var directory = System.IO.Directory.CreateTempSubdirectory("weave").FullName;
        try
        {
            return Weave(input, directory);
        }
        finally
        {
            System.IO.Directory.Delete(directory, recursive: true);
        }
    }

    private Woven Weave(CompiledAssembly input, string directory)
    {
        var intermediate = System.IO.Directory.CreateDirectory(
            Path.Combine(directory, "obj", input.Shape.Optimised ? "Release" : "Debug", input.Shape.Framework)).FullName;
        var assemblyFile = Path.Combine(intermediate, $"{CompiledAssembly.Name}.dll");
        var symbolFile = Path.ChangeExtension(assemblyFile, ".pdb");
        File.WriteAllBytes(assemblyFile, input.Image);
        if (input.Symbols.Length > 0)
        {
            File.WriteAllBytes(symbolFile, input.Symbols);
        }

        var references = References ?? Compilation.References.Of(input.Shape.Framework);
        var messages = new List<WeaverMessage>();
        var weaver = Weaver();
        using (var resolver = new ReferenceResolver(references))
        using (var module = ModuleDefinition.ReadModule(assemblyFile, new ReaderParameters { AssemblyResolver = resolver, InMemory = true }))
        {
            module.ReadSymbols();
            Prepare?.Invoke(module);
            FodyMembers.Connect(weaver, module, resolver, messages);
            weaver.Config = Config;
            weaver.AssemblyFilePath = assemblyFile;
            weaver.AddinDirectoryPath = AppContext.BaseDirectory;
            weaver.References = string.Join(";", references);
            weaver.ReferenceCopyLocalPaths = [Compilation.References.Runtime(input.Shape.Framework)];
            weaver.RuntimeCopyLocalPaths = [];
            weaver.SolutionDirectoryPath = directory;
            weaver.ProjectDirectoryPath = directory;
            weaver.ProjectFilePath = Path.Combine(directory, $"{CompiledAssembly.Name}.csproj");
            weaver.DefineConstants = [.. DefineConstants];
            try
            {
                weaver.Execute();
                if (messages.All(m => m.Level != WeaverMessageLevel.Error))
                {
                    module.Write(assemblyFile, new WriterParameters { WriteSymbols = true });
                    weaver.AfterWeaving();
                }
            }
            catch (WeavingException e)
            {
                messages.Add(WeaverMessage.At(e.SequencePoint, WeaverMessageLevel.Error, e.Message));
            }
        }

        // A test that breaks woven code (with AfterRewrites) checks the warnings itself.
        if (weaver is not ModuleWeaver { AfterRewrites: not null })
        {
            UnsoundWeave.Refuse(messages);
        }

        Inspect?.Invoke(directory);
        var output = messages.Any(m => m.Level == WeaverMessageLevel.Error)
            ? null
            : new CompiledAssembly(input.Shape, File.ReadAllBytes(assemblyFile), File.Exists(symbolFile) ? File.ReadAllBytes(symbolFile) : []);
        return new Woven(input, output, messages);
    }
}
