using System.Reflection;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.IL;

/// <summary>Compiled code that a test edits. The code is then written with its symbols, as Fody writes it.</summary>
internal sealed class Edited : IDisposable
{
    private LoadedAssembly? _loaded;

    public Edited(bool optimised, string source, Action<ModuleDefinition> edit)
    {
        var compiled = Compiled.Assembly(optimised ? Shape.Release : Shape.Debug, source);
        Module = compiled.ReadWithSymbols();
        edit(Module);

        using var image = new MemoryStream();
        using var symbols = new MemoryStream();
        Module.Write(image, new WriterParameters { SymbolWriterProvider = new PortablePdbWriterProvider(), SymbolStream = symbols });
        Written = new CompiledAssembly(compiled.Shape, image.ToArray(), symbols.ToArray());
    }

    /// <summary>The edited module. It has been written, so its instructions have their final offsets.</summary>
    public ModuleDefinition Module { get; }

    public CompiledAssembly Written { get; }

    public static MethodDefinition Method(ModuleDefinition module, string name) =>
        module.GetTypes().SelectMany(type => type.Methods).Single(method => method.Name == name);

    public static MethodDefinition MoveNext(ModuleDefinition module, string name) =>
        module.GetTypes().Single(type => type.Name.StartsWith($"<{name}>d__")).Methods.Single(method => method.Name == "MoveNext");

    /// <summary>Runs a static method of the class C.</summary>
    public object? Run(string name, params object?[] arguments)
    {
        _loaded ??= new LoadedAssembly(Written);
        var method = _loaded.Assembly.GetType("C")!.GetMethod(name, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic);
        return method!.Invoke(null, arguments);
    }

    public void Dispose() => Module.Dispose();
}
