using System.Runtime.CompilerServices;
using System.Text;
using DiffPlex.Renderer;

namespace Tests.Snapshots;

/// <summary>
/// Compares a text with a snapshot, by the conventions of Verify.NUnit, but without that package. The snapshot is the file
/// <c>TestClass.TestMethod_parameter=value.verified.txt</c> beside the test's source file. If the snapshot is missing or differs, this class writes the text to
/// a file <c>.received.txt</c> beside the snapshot, and the test fails. Only a person accepts a text, never this class.
/// </summary>
public static class Verifier
{
    // Verify writes its files with a byte order mark, and without a line end at the end.
    private static readonly UTF8Encoding s_encoding = new(encoderShouldEmitUTF8Identifier: true);

    /// <summary>Whether to write received files. Tests that must fail switch this off, so that they leave no files behind.</summary>
    internal static bool LeavesReceivedFiles { get; set; } = true;

    /// <exception cref="VerifyException">There is no accepted text, or the accepted text differs. The message shows the difference.</exception>
    public static Task Verify(string target, [CallerFilePath] string sourceFile = "") =>
        Verify(target, Path.GetDirectoryName(sourceFile)!, SnapshotName.OfCurrentTest());

    internal static async Task Verify(string target, string directory, string name)
    {
        var verifiedFile = Path.Combine(directory, $"{name}.verified.txt");
        var receivedFile = Path.Combine(directory, $"{name}.received.txt");
        var received = target.Length == 0 ? "emptyString" : target.ReplaceLineEndings("\n");
        var verified = File.Exists(verifiedFile) ? (await File.ReadAllTextAsync(verifiedFile)).ReplaceLineEndings("\n") : null;
        if (verified == received)
        {
            File.Delete(receivedFile);
            return;
        }

        if (LeavesReceivedFiles)
        {
            await File.WriteAllTextAsync(receivedFile, received, s_encoding);
        }

        throw new VerifyException(Describe(directory, name, verified, received));
    }

    private static string Describe(string directory, string name, string? verified, string received)
    {
        var (kind, content) = verified == null ? ("New", received) : ("NotEqual", UnidiffRenderer.GenerateUnidiff(verified, received, "verified", "received"));
        return $"""
            Directory: {directory}
            {kind}:
              - Received: {name}.received.txt
                Verified: {name}.verified.txt

            {content}
            """.ReplaceLineEndings("\n");
    }
}
