using System.CommandLine;
using PooledAwait.Inspect.Checking;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Commands;

/// <summary>
/// Reports callers that break the contract of ValueTask. Also reports methods that another tool changed after the weave, if woven code calls copies from before
/// the change. Writes no file.
/// </summary>
internal static class CheckCommand
{
    private const int Found = 2;

    public static Command Create(CommonArguments common) => common.Command(
        "check",
        "Finds calls whose ValueTask the program consumes twice, reads after consuming it, stores, discards or blocks on, " +
        "and methods that another tool changed after the weave, if woven code calls a copy from before. " +
        "Exit code 2 if it finds one. Writes no file.",
        [],
        Run);

    private static int Run(Request request)
    {
        var program = request.Input.Assemblies.Count > 1 ? request.Input.AsProgram() : request.Input;
        var (breaches, bypassed) = request.UseTogether(program.Assemblies, open => (ContractCheck.Of(open), open.Assemblies.SelectMany(assembly => BypassCheck.Of(assembly)).ToList()));
        var count = breaches.Count + bypassed.Count;
        if (request.IsJson)
        {
            Json.Write(request.Output, (ContractBreach[])[.. breaches, .. bypassed.Select(method =>
                new ContractBreach(method.Assembly, method.Method, method.Source, method.Second ?? "", BypassedMethod.Kind, BypassedMethod.Sentence))]);
        }
        else
        {
            foreach (var breach in breaches)
            {
                request.Output.WriteLine($"{breach.Source ?? breach.Assembly}: {breach.Method}: the ValueTask of {breach.Called} {breach.Sentence} [{breach.Kind}]");
            }

            bypassed.ForEach(request.Output.WriteLine);
            request.Output.WriteLine($"{count} found in {program.Assemblies.Count} {(program.Assemblies.Count == 1 ? "assembly" : "assemblies")}.");
        }

        return count == 0 ? 0 : Found;
    }
}
