using System.CommandLine;
using PooledAwait.Inspect.Checking;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Commands;

/// <summary>Checks every body of assemblies, woven or not, as each weave checks what it made; nothing is written.</summary>
internal static class VerifyCommand
{
    private const int Found = 2;

    public static Command Create(CommonArguments common) => common.Command(
        "verify",
        "Checks all code of assemblies, woven or not, with the same rules as the check at the end of each weave: types on the stack, branches, protected regions, visibility, symbols. " +
        "Exit code 2 if something is not sound. Writes no file.",
        [],
        Run);

    private static int Run(Request request)
    {
        var checks = request.Input.Assemblies.Select(path => request.Use(path, SoundnessCheck.Of)).ToList();
        var found = checks.SelectMany(check => check.Found).ToList();
        if (request.IsJson)
        {
            Json.Write(request.Output, found);
        }
        else
        {
            foreach (var unsound in found)
            {
                request.Output.WriteLine($"{unsound.Source ?? unsound.Assembly}: {unsound.Method}: {unsound.Text} [{unsound.Kind} at IL_{unsound.Offset:x4}]");
            }

            request.Output.WriteLine($"{found.Count} found in {checks.Sum(check => check.Bodies)} methods of {checks.Count} {(checks.Count == 1 ? "assembly" : "assemblies")}.");
        }

        return found.Count == 0 ? 0 : Found;
    }
}
