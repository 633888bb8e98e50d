using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Verification.Broken;

/// <summary>The assembly that contains all cases, in two versions: as compiled, and with a broken body in every case.</summary>
internal static class BrokenAssembly
{
    private static readonly Lazy<CompiledAssembly> s_sound = new(() => Fixtures.Compile(Shape.Release, BrokenBodies.Source));
    private static readonly Lazy<CompiledAssembly> s_broken = new(Break);

    public static CompiledAssembly Sound => s_sound.Value;

    public static CompiledAssembly Broken => s_broken.Value;

    private static CompiledAssembly Break()
    {
        using var module = Sound.Read();
        for (var i = 0; i < BrokenBodies.All.Count; i++)
        {
            var type = module.GetType(BrokenBodies.ClassOf(i));
            BrokenBodies.All[i].Break(new Body(Method(type)));
        }

        using var image = new MemoryStream();
        module.Write(image);
        return Sound with { Image = image.ToArray() };
    }

    // Returns the MoveNext method of M's state machine if there is one; otherwise the method M, or the constructor of a class M.
    private static MethodDefinition Method(TypeDefinition type)
    {
        var machine = type.NestedTypes.SingleOrDefault(nested => nested.Name.StartsWith("<M>d__"));
        return machine?.Methods.Single(method => method.Name == "MoveNext")
            ?? type.NestedTypes.Prepend(type).SelectMany(own => own.Methods).SingleOrDefault(method => method.Name == "M")
            ?? type.NestedTypes.Single(nested => nested.Name == "M").Methods.Single(method => method.IsConstructor);
    }
}
