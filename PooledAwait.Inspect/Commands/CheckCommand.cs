using System.CommandLine;
using PooledAwait.Inspect.Checking;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Commands;

/// <summary>Tells which callers in a program use ValueTasks as their contract forbids; nothing is written.</summary>
internal static class CheckCommand
{
    private const int Found = 2;

    public static Command Create(CommonArguments common) => common.Command(
        "check",
        "Finds calls whose ValueTask the program consumes twice, reads after consuming it, stores, discards or blocks on. " +
        "Exit code 2 if it finds one. Writes no file.",
        [],
        Run);

    private static int Run(Request request)
    {
        var program = request.Input.Assemblies.Count > 1 ? request.Input.AsProgram() : request.Input;
        var found = request.UseTogether(program.Assemblies, ContractCheck.Of);
        if (request.IsJson)
        {
            Json.Write(request.Output, found);
        }
        else
        {
            foreach (var breach in found)
            {
                request.Output.WriteLine($"{breach.Source ?? breach.Assembly}: {breach.Method}: the ValueTask of {breach.Called} {breach.Sentence} [{breach.Kind}]");
            }

            request.Output.WriteLine($"{found.Count} found in {program.Assemblies.Count} {(program.Assemblies.Count == 1 ? "assembly" : "assemblies")}.");
        }

        return found.Count == 0 ? 0 : Found;
    }
}
