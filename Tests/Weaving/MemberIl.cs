using System.Text.RegularExpressions;
using ICSharpCode.Decompiler;
using ICSharpCode.Decompiler.Disassembler;

namespace Tests.Weaving;

/// <summary>Members as IL text, without addresses in the file, because addresses differ even if nothing was changed.</summary>
internal static partial class MemberIl
{
    /// <summary>Returns the text that the disassembler writes, without addresses.</summary>
    public static string Text(Action<ReflectionDisassembler> write)
    {
        var output = new PlainTextOutput();
        write(new ReflectionDisassembler(output, CancellationToken.None));
        var text = Address().Replace(output.ToString().ReplaceLineEndings("\n"), "");
        text = DataLabel().Replace(text, "I_data");
        return TrailingSpace().Replace(text, "").Trim();
    }

    [GeneratedRegex(@"^\s*// (Method begins at RVA|Header size|Code size).*\n", RegexOptions.Multiline)]
    private static partial Regex Address();

    [GeneratedRegex(@"\bI_[0-9A-F]{8}\b")]
    private static partial Regex DataLabel();

    [GeneratedRegex(@"[ \t]+$", RegexOptions.Multiline)]
    private static partial Regex TrailingSpace();
}
