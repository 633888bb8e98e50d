using System.Globalization;
using Microsoft.Diagnostics.Runtime;
using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Prints a parameter or local of a call as text.</summary>
internal static class FieldValue
{
    private const int LongestText = 80;

    public static string Of(CopiedObjects objects, ulong holder, FieldPlace field)
    {
        if (field.IsReference)
        {
            var address = objects.Reference(holder, field.Offset);
            return address == 0 ? "null"
                : objects.Text(address) is { } text ? $"\"{(text.Length > LongestText ? $"{text[..LongestText]}..." : text)}\""
                : objects.TypeOf(address) is { } type ? TypeName.Short(type.Name) : "?";
        }

        var bits = objects.Int64(holder, field.Offset);
        return field.Element switch
        {
            ClrElementType.Boolean => (bits & 0xff) != 0 ? "true" : "false",
            ClrElementType.Char => $"'{(char)bits}'",
            ClrElementType.Int8 => Number((sbyte)bits),
            ClrElementType.UInt8 => Number((byte)bits),
            ClrElementType.Int16 => Number((short)bits),
            ClrElementType.UInt16 => Number((ushort)bits),
            ClrElementType.Int32 => Number(objects.Int32(holder, field.Offset)),
            ClrElementType.UInt32 => Number((uint)objects.Int32(holder, field.Offset)),
            ClrElementType.Int64 => Number(bits),
            ClrElementType.UInt64 => Number((ulong)bits),
            ClrElementType.Float => BitConverter.Int32BitsToSingle(objects.Int32(holder, field.Offset)).ToString(CultureInfo.InvariantCulture),
            ClrElementType.Double => BitConverter.Int64BitsToDouble(bits).ToString(CultureInfo.InvariantCulture),
            _ => field.TypeName == null ? "?" : TypeName.Short(field.TypeName),
        };
    }

    private static string Number(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);
}
