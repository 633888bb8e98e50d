using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>Stores a value for each instruction that names a method, and finds the value by each method of the program that the instruction may reach.</summary>
/// <remarks>
/// A virtual method is called through the method that it overrides or implements, which may be in another assembly. So an instruction that names any virtual method
/// with the same name and number of parameters may reach it.
/// </remarks>
internal sealed class CalleeIndex<T>(WovenProgram program)
{
    private readonly Dictionary<MethodDefinition, List<T>> _direct = [];
    private readonly Dictionary<(string Name, int Parameters), List<T>> _virtual = [];
    private readonly VirtualNames _names = new();

    /// <param name="instruction">The call, or the load of a function's address.</param>
    /// <param name="named">The method that the instruction names.</param>
    /// <param name="value">The value to find.</param>
    public void Add(Instruction instruction, MethodReference named, T value)
    {
        var target = program.Find(named);
        foreach (var method in target != null ? [target] : MayBe(named))
        {
            Into(_direct, method, value);
        }

        if (MayReachOthers(instruction, named, target))
        {
            Into(_virtual, (VirtualNames.Simple(named), named.DeclaredParameters().Count()), value);
        }
    }

    /// <summary>The values for a method, in lists that may have values in common. A list that many methods share is the same object each time.</summary>
    public IEnumerable<IReadOnlyList<T>> Of(MethodDefinition method)
    {
        if (_direct.TryGetValue(method, out var direct))
        {
            yield return direct;
        }

        if (!method.IsVirtual && !method.HasOverrides)
        {
            yield break;
        }

        var names = _names.Of(method) ?? _virtual.Keys.Where(key => key.Parameters == method.Parameters.Count).Select(key => key.Name);
        foreach (var name in names)
        {
            if (_virtual.TryGetValue((name, method.Parameters.Count), out var values))
            {
                yield return values;
            }
        }
    }

    /// <summary>Returns whether the call may reach a method that overrides or implements the named one. True if an instance method is not found.</summary>
    public static bool MayReachOthers(Instruction instruction, MethodReference named, MethodDefinition? target) =>
        instruction.Previous?.OpCode.Code == Code.Constrained ||
        named.HasThis && (target ?? named.Definition()) is null or { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false };

    /// <summary>The program's methods that a reference may mean if its target is not found or is ambiguous.</summary>
    private IEnumerable<MethodDefinition> MayBe(MethodReference named) => named.DeclaringType.IsArray ? [] : program.Find(named.DeclaringType).WithBases()
        .TakeWhile(type => program.Find(type) != null)
        .SelectMany(type => type.Methods)
        .Where(method => method.Name == named.Name);

    private static void Into<TKey>(Dictionary<TKey, List<T>> index, TKey key, T value)
        where TKey : notnull
    {
        if (!index.TryGetValue(key, out var values))
        {
            index.Add(key, values = []);
        }

        values.Add(value);
    }
}
