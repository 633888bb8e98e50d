using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The location of a field in an object. Each field of a struct in the object has its own location.</summary>
/// <param name="Path">The field's name, after the names of the fields that contain it: <c>StateMachine.&lt;&gt;u__1._value._obj</c>.</param>
/// <param name="Offset">The offset from the object's address.</param>
/// <param name="Element">The kind of the field's value.</param>
/// <param name="TypeName">The field's type; null if it is not known.</param>
internal sealed record FieldPlace(string Path, int Offset, ClrElementType Element, string? TypeName)
{
    public bool IsReference => Element is ClrElementType.Class or ClrElementType.Object or ClrElementType.String or ClrElementType.Array or ClrElementType.SZArray;
}
