using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;

namespace Tests.IL;

/// <summary>Analyses the stack of every method of large assemblies that compilers made.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class RealAssembliesTests
{
    [TestCaseSource(typeof(LargeAssemblies), nameof(LargeAssemblies.All))]
    public void Are_sound_and_as_deep_as_their_compiler_says(string path)
    {
        using var module = ModuleDefinition.ReadModule(path, new ReaderParameters { InMemory = true });
        var faults = new List<string>();
        var methods = 0;
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody && method.RVA != 0))
        {
            methods++;
            var stack = StackAnalysis.Of(method);
            if (!stack.IsSound)
            {
                faults.Add($"{method.FullName}: {stack.Fault}");
                continue;
            }

            var deepest = new StackWalk(stack.Flow).Before.Max(StackSlot.DepthOf);
            if (deepest > method.Body.MaxStackSize)
            {
                faults.Add($"{method.FullName}: {deepest} deep, of {method.Body.MaxStackSize}");
            }

            foreach (var instruction in method.Body.Instructions)
            {
                Symmetric(stack, method, instruction, faults);
            }
        }

        Assert.That(faults, Is.Empty);
        Assert.That(methods, Is.GreaterThan(500));
    }

    // Checks that every argument has a producer, and that every producer lists the use of the argument among its consumers.
    private static void Symmetric(StackAnalysis stack, MethodDefinition method, Instruction consumer, List<string> faults)
    {
        if (consumer.OpCode.Code == Code.Dup)
        {
            return;
        }

        for (var argument = 0; argument < stack.ArgumentCountOf(consumer); argument++)
        {
            var use = new StackUse(consumer, argument);
            var producers = stack.ProducersOf(consumer, argument);
            if (producers.Count == 0 || !producers.All(producer => stack.ConsumersOf(producer).Contains(use)))
            {
                faults.Add($"{method.FullName}: argument {argument} of {consumer}");
            }
        }
    }
}
