using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Tests.Weaving;

/// <summary>
/// The content of portable symbols for each method, as lines that can be compared. Methods have names instead of numbers and are sorted by name, because Cecil
/// writes nested types in another order than the compiler.
/// </summary>
internal static class SymbolText
{
    private static readonly Guid s_stepping = new("54FD2AC5-E925-401A-9C2A-F94F171072F8");

    public static List<string> Of(PEFileReader file)
    {
        var (metadata, symbols) = (file.Metadata, file.Symbols);
        var names = metadata.TypeDefinitions.SelectMany(type => Names(metadata, type)).ToDictionary(pair => pair.Handle, pair => pair.Name);
        var lines = new List<string>();
        foreach (var (handle, name) in names.OrderBy(pair => pair.Value, StringComparer.Ordinal))
        {
            var information = symbols.GetMethodDebugInformation(handle);
            lines.AddRange(information.GetSequencePoints().Select(point => $"{name}: {point.Offset:x4} {Document(symbols, point)}"));
            if (information.GetStateMachineKickoffMethod() is { IsNil: false } kickOff)
            {
                lines.Add($"{name}: started by {names[kickOff]}");
            }

            foreach (var scope in symbols.GetLocalScopes(handle).Select(symbols.GetLocalScope))
            {
                var locals = scope.GetLocalVariables().Select(symbols.GetLocalVariable).Select(local => $"{local.Index}={symbols.GetString(local.Name)}");
                lines.Add($"{name}: scope {scope.StartOffset:x4}+{scope.Length:x4} {string.Join(",", locals)}");
            }

            lines.AddRange(symbols.GetCustomDebugInformation(handle).Select(symbols.GetCustomDebugInformation)
                .Select(custom => $"{name}: {symbols.GetGuid(custom.Kind)} {Custom(symbols, custom, names)}")
                .Order(StringComparer.Ordinal));
        }

        return lines;
    }

    // Replaces the numbers of methods in a stepping record for awaits by names. The other records are compared by their bytes.
    private static string Custom(MetadataReader symbols, CustomDebugInformation custom, Dictionary<MethodDefinitionHandle, string> names)
    {
        if (symbols.GetGuid(custom.Kind) != s_stepping)
        {
            return Convert.ToHexString(symbols.GetBlobBytes(custom.Value));
        }

        var blob = symbols.GetBlobReader(custom.Value);
        var text = $"stepping, catch {blob.ReadUInt32():x4}";
        while (blob.RemainingBytes > 0)
        {
            text += $", {blob.ReadUInt32():x4} to {blob.ReadUInt32():x4} in {names[MetadataTokens.MethodDefinitionHandle(blob.ReadCompressedInteger())]}";
        }

        return text;
    }

    private static string Document(MetadataReader symbols, SequencePoint point)
    {
        var document = symbols.GetDocument(point.Document);
        return $"{symbols.GetString(document.Name)}({point.StartLine},{point.StartColumn})-({point.EndLine},{point.EndColumn})";
    }

    // Overloads are numbered by their order in the type, which Cecil keeps.
    private static IEnumerable<(MethodDefinitionHandle Handle, string Name)> Names(MetadataReader metadata, TypeDefinitionHandle type) =>
        metadata.GetTypeDefinition(type).GetMethods()
            .GroupBy(method => metadata.GetString(metadata.GetMethodDefinition(method).Name))
            .SelectMany(overloads => overloads.Select((method, i) => (method, $"{Name(metadata, type)}.{overloads.Key}#{i}")));

    private static string Name(MetadataReader metadata, TypeDefinitionHandle handle)
    {
        var type = metadata.GetTypeDefinition(handle);
        var own = metadata.GetString(type.Name);
        return type.IsNested ? $"{Name(metadata, type.GetDeclaringType())}+{own}" : $"{metadata.GetString(type.Namespace)}.{own}";
    }
}
