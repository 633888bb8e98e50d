using System.Text;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>
/// Finds the text with version and commit in the native files of a runtime (<c>@(#)Version 10.0.1226.42308 @Commit: …</c>). The text is the same in
/// <c>libcoreclr</c>, in <c>libmscordaccore</c>, and in a single file that contains <c>libcoreclr</c>.
/// </summary>
internal static class BuildText
{
    private const int Block = 1 << 20;
    private const int Longest = 128;

    private static ReadOnlySpan<byte> Mark => "@(#)Version "u8;

    /// <returns>Null if the file contains no such text.</returns>
    public static string? Of(string file)
    {
        using var stream = File.OpenRead(file);
        var buffer = new byte[Block + Longest];
        for (long start = 0; start < stream.Length; start += Block)
        {
            stream.Position = start;
            var read = buffer.AsSpan(0, stream.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false));
            if (read.IndexOf(Mark) is >= 0 and < Block and var at)
            {
                var text = read[(at + Mark.Length)..];
                return text.IndexOfAny((byte)0, (byte)'\n') is >= 0 and var end ? Encoding.ASCII.GetString(text[..end]).Trim() : null;
            }
        }

        return null;
    }

    /// <summary>Returns the first two numbers of the version. Leaves out the third number, because it also contains a year.</summary>
    public static Version? VersionIn(string? text) =>
        text != null && Version.TryParse(text.Split(' ')[0], out var version) ? new(version.Major, version.Minor) : null;
}
