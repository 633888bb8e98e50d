using Mono.Cecil;

namespace PooledAwait.Fody.Cil;

/// <summary>Lets one module of a program use what another keeps internal.</summary>
internal static class FriendAssembly
{
    private const string Namespace = "System.Runtime.CompilerServices";
    private const string Name = "InternalsVisibleToAttribute";

    /// <param name="of">Whose internal types and members are used.</param>
    /// <param name="user">What uses them; nothing is to be done where it is the same module.</param>
    public static void Add(ModuleDefinition of, ModuleDefinition user)
    {
        if (of == user)
        {
            return;
        }

        var name = Text(user.Assembly.Name);
        if (of.Assembly.CustomAttributes.Any(attribute =>
            attribute.AttributeType is { Namespace: Namespace, Name: Name } && attribute.ConstructorArguments[0].Value is string friend &&
            friend.Replace(" ", "").Equals(name.Replace(" ", ""), StringComparison.OrdinalIgnoreCase)))
        {
            return;
        }

        var type = new TypeReference(Namespace, Name, of, of.TypeSystem.CoreLibrary);
        var constructor = new MethodReference(".ctor", of.TypeSystem.Void, type) { HasThis = true, Parameters = { new ParameterDefinition(of.TypeSystem.String) } };
        of.Assembly.CustomAttributes.Add(new CustomAttribute(constructor) { ConstructorArguments = { new CustomAttributeArgument(of.TypeSystem.String, name) } });
    }

    // With a strong name a friend is told by its whole key.
    private static string Text(AssemblyNameDefinition name) => name.PublicKey is { Length: > 0 } key
        ? $"{name.Name}, PublicKey={string.Concat(key.Select(part => part.ToString("x2", System.Globalization.CultureInfo.InvariantCulture)))}"
        : name.Name;
}
