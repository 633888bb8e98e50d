using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Programs;

namespace PooledAwait.Fody.Builders;

/// <summary>Keeps what is known of instructions that name a method, and finds it by each method of the program that they may reach.</summary>
/// <remarks>
/// A virtual method is reached through what it overrides or implements, perhaps in another assembly: any virtual method of its name and
/// number of parameters counts as a name for it.
/// </remarks>
internal sealed class CalleeIndex<T>(WovenProgram program)
{
    private readonly Dictionary<MethodDefinition, List<T>> _direct = [];
    private readonly Dictionary<(string Name, int Parameters), List<T>> _virtual = [];

    /// <param name="instruction">The call, or the load of a function's address.</param>
    /// <param name="named">The method that it names.</param>
    /// <param name="value">What is to be found.</param>
    public void Add(Instruction instruction, MethodReference named, T value)
    {
        var target = program.Find(named);
        if (target != null)
        {
            Into(_direct, target, value);
        }

        if (MayReachOthers(instruction, named, target))
        {
            Into(_virtual, (SimpleName(named), named.Parameters.Count), value);
        }
    }

    /// <summary>What is known of the method, in lists that may have values in common. What many methods share is the same list each time.</summary>
    public IEnumerable<IReadOnlyList<T>> Of(MethodDefinition method)
    {
        if (_direct.TryGetValue(method, out var direct))
        {
            yield return direct;
        }

        // A static method implements an interface's by an explicit override, and is not virtual itself. Visual Basic gives such a method any name.
        foreach (var name in method.Overrides.Select(SimpleName).Concat(method.IsVirtual ? [SimpleName(method)] : []).Distinct())
        {
            if (_virtual.TryGetValue((name, method.Parameters.Count), out var values))
            {
                yield return values;
            }
        }
    }

    /// <summary>Whether what is called may be a method that overrides or implements the one that is named, as far as that can be found.</summary>
    public static bool MayReachOthers(Instruction instruction, MethodReference named, MethodDefinition? target) =>
        instruction.Previous?.OpCode.Code == Code.Constrained ||
        named.HasThis && (target ?? named.Definition()) is null or { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false };

    private static void Into<TKey>(Dictionary<TKey, List<T>> index, TKey key, T value)
        where TKey : notnull
    {
        if (!index.TryGetValue(key, out var values))
        {
            index.Add(key, values = []);
        }

        values.Add(value);
    }

    // An explicit implementation has the interface's name before its own.
    private static string SimpleName(MethodReference method) => method.Name.Substring(method.Name.LastIndexOf('.') + 1);
}
