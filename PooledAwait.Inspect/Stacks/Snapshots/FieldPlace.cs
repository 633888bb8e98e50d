using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Where a field lies in an object; those of structs are told one by one.</summary>
/// <param name="Path">Its name, behind those of the fields that it lies in: <c>StateMachine.&lt;&gt;u__1._value._obj</c>.</param>
/// <param name="Offset">From the object's address on.</param>
/// <param name="Element">What lies there.</param>
/// <param name="TypeName">Its type; null where that is not known.</param>
internal sealed record FieldPlace(string Path, int Offset, ClrElementType Element, string? TypeName)
{
    public bool IsReference => Element is ClrElementType.Class or ClrElementType.Object or ClrElementType.String or ClrElementType.Array or ClrElementType.SZArray;
}
