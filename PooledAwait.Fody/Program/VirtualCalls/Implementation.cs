namespace PooledAwait.Fody.Program;

/// <summary>The method that runs when a slot (a virtual method) is called on an object of one type.</summary>
/// <param name="Method">The method that runs.</param>
/// <param name="Type">
/// The class that declares the method, with its type arguments. For an object of a class <c>D : C&lt;int&gt;</c>, this may be <c>C&lt;int&gt;</c>.
/// </param>
internal sealed record Implementation(MethodDefinition Method, TypeReference Type)
{
    public string SignatureIn(WovenProgram program) => VirtualSlot.SignatureOf(Method, Type, program);
}
