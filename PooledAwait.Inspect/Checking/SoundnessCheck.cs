using Mono.Cecil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Checking;

/// <summary>Checks every body of an assembly with the check that each weave ends with.</summary>
internal static class SoundnessCheck
{
    /// <returns>How many bodies there are, and what was found in them, in the order of their code.</returns>
    public static (int Bodies, IReadOnlyList<UnsoundBody> Found) Of(OpenAssembly assembly)
    {
        var verification = new CodeCheck();
        var found = new List<UnsoundBody>();
        var bodies = 0;
        foreach (var method in assembly.Module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            bodies++;
            foreach (var finding in verification.Of(method))
            {
                found.Add(new UnsoundBody(Path.GetFileName(assembly.Path), method.FullName, LineOf(method, finding.Offset), finding.Offset, finding.Kind.ToString(), finding.Text));
            }
        }

        return (bodies, found);
    }

    private static string? LineOf(MethodDefinition method, int offset) =>
        method.Body.Instructions.FirstOrDefault(instruction => instruction.Offset == offset) is { } at && SourceLine.Of(method, at) is { } line ? SourceLine.Text(line) : null;
}
