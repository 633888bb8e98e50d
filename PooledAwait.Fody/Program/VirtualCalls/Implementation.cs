namespace PooledAwait.Fody.Program;

/// <summary>The method that runs when a slot is called on an object of one type.</summary>
/// <param name="Method">The method that runs.</param>
/// <param name="Type">The class that declares the method, with the type arguments that the object's type gives it.</param>
internal sealed record Implementation(MethodDefinition Method, TypeReference Type)
{
    public string SignatureIn(WovenProgram program) => VirtualSlot.SignatureOf(Method, Type, program);
}
