namespace PooledAwait.Fody.Program;

/// <summary>The method that runs when a slot is called on an object of one type.</summary>
/// <param name="Method">That method.</param>
/// <param name="Type">The class that declares the method, as the object's type names it.</param>
internal sealed record Implementation(MethodDefinition Method, TypeReference Type)
{
    public string SignatureIn(WovenProgram program) => VirtualSlot.SignatureOf(Method, Type, program);
}
