using Mono.Cecil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Checking;

/// <summary>Checks every method body of an assembly. A weave ends with the same check of the bodies that it changed or added.</summary>
internal static class SoundnessCheck
{
    /// <returns>The number of bodies, and the faults in the order of the code.</returns>
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
