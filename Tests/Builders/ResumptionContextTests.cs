using Mono.Cecil;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Builders;

/// <summary>What is done for each call to the base library's box, whichever build of the runtime is at work.</summary>
public static class ResumptionContextTests
{
    /// <param name="framework">That of the program; net9.0 takes the build for net8.0.</param>
    [TestCase("net9.0")]
    [TestCase("net10.0")]
    public static void A_call_that_completes_uses_no_reflection(string framework)
    {
        using var module = ModuleDefinition.ReadModule(References.Runtime(framework));
        var clear = module.GetType("PooledAwait.Runtime.ResumptionContext").Methods.Single(method => method.Name == "Clear");
        Assert.That(Reached(clear).Select(method => method.FullName), Has.None.Contains("System.Reflection").And.None.Contains("TypedReference"));
    }

    /// <summary>All methods that a method may call, as far as this library's own bodies tell.</summary>
    private static HashSet<MethodReference> Reached(MethodDefinition start)
    {
        var reached = new HashSet<MethodReference> { start };
        var pending = new Queue<MethodDefinition>([start]);
        while (pending.TryDequeue(out var method))
        {
            foreach (var called in method.Body.Instructions.Select(instruction => instruction.Operand).OfType<MethodReference>())
            {
                if (reached.Add(called) && called is MethodDefinition { HasBody: true } own)
                {
                    pending.Enqueue(own);
                }
            }
        }

        return reached;
    }
}
