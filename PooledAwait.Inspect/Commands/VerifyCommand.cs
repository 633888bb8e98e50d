using System.CommandLine;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Checking;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Commands;

/// <summary>
/// Checks every method body of assemblies, woven or not. (Each weave applies the same check to the bodies that it changed or added.) Also finds methods that
/// another tool changed after the weave. Writes no file.
/// </summary>
internal static class VerifyCommand
{
    private const int Found = 2;

    private static readonly Option<bool> s_secondMethods = new("--second-methods")
    {
        Description = "Checks only whether another tool changed methods after the weave, if woven code calls copies from before.",
    };

    private static readonly Option<string?> s_record = new("--record")
    {
        Description = "With --second-methods: the file in which the weaver recorded, beside the assembly in obj, what calls of second methods rely on. Checks whether all of that still holds.",
        HelpName = "path",
    };

    public static Command Create(CommonArguments common) => common.Command(
        "verify",
        "Checks all code of assemblies, woven or not, with the same rules as the check at the end of each weave: types on the stack, branches, protected regions, visibility, symbols. " +
        "Also finds methods that another tool changed after the weave, if woven code calls a copy from before. " +
        "Exit code 2 if something is not sound. Writes no file.",
        [s_secondMethods, s_record],
        Run);

    private static int Run(Request request)
    {
        var onlySecond = request.Parsed.GetValue(s_secondMethods);
        var record = request.Parsed.GetValue(s_record) is { } file ? Read(file) : null;
        var checks = request.Input.Assemblies.Select(path => request.Use(path, assembly => Check(assembly, onlySecond, record))).ToList();
        var unsound = checks.SelectMany(check => check.Unsound).ToList();
        var bypassed = checks.SelectMany(check => check.Bypassed).ToList();
        var count = unsound.Count + bypassed.Count;
        if (request.IsJson)
        {
            Json.Write(request.Output, (UnsoundBody[])[.. unsound, .. bypassed.Select(method =>
                new UnsoundBody(method.Assembly, method.Method, method.Source, 0, BypassedMethod.Kind, BypassedMethod.Sentence))]);
        }
        else
        {
            unsound.ForEach(body => request.Output.WriteLine($"{body.Source ?? body.Assembly}: {body.Method}: {body.Text} [{body.Kind} at IL_{body.Offset:x4}]"));
            bypassed.ForEach(method => request.Output.WriteLine(onlySecond ? method.Place : method.ToString()));
            request.Output.WriteLine($"{count} found in {checks.Sum(check => check.Compared)} {(onlySecond ? "second methods" : "methods")} of {checks.Count} {(checks.Count == 1 ? "assembly" : "assemblies")}.");
        }

        return count == 0 ? 0 : Found;
    }

    /// <exception cref="InputException">The file is not a record.</exception>
    private static WovenRecord Read(string file)
    {
        try
        {
            return WovenRecord.Read(file);
        }
        catch (FormatException exception)
        {
            throw new InputException(exception.Message);
        }
    }

    private static (int Compared, IReadOnlyList<UnsoundBody> Unsound, IReadOnlyList<BypassedMethod> Bypassed) Check(OpenAssembly assembly, bool onlySecond, WovenRecord? record)
    {
        var bypassed = BypassCheck.Of(assembly, record);
        if (onlySecond)
        {
            return (SecondMethodSearch.In(assembly.Module).Count(), [], bypassed);
        }

        var (bodies, unsound) = SoundnessCheck.Of(assembly);
        return (bodies, unsound, bypassed);
    }
}
