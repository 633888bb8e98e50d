using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>
/// An index of values by method. Each value belongs to an instruction that names a method. A search for a method of the program finds the values of all
/// instructions that may reach this method.
/// </summary>
/// <remarks>
/// A call of a virtual method may name a method that the virtual method overrides or implements, perhaps in another assembly. So a search for a virtual method
/// finds the values of all instructions that name a virtual method with the same name and number of parameters.
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

    /// <summary>
    /// Returns the values for a method, in several lists. Two lists may contain the same value. If many methods share a list, they get the same list object.
    /// </summary>
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

    /// <summary>
    /// Returns whether a call may reach a method that overrides or implements the named method. If the named method is an instance method and the weaver cannot
    /// find it, it may be virtual, so the result is true.
    /// </summary>
    public static bool MayReachOthers(Instruction instruction, MethodReference named, MethodDefinition? target) =>
        instruction.Previous?.OpCode.Code == Code.Constrained ||
        named.HasThis && (target ?? named.Definition()) is null or { IsVirtual: true, IsFinal: false, DeclaringType.IsSealed: false };

    /// <summary>Returns the program's methods to which a reference may refer, if the reference's target is not found or is ambiguous.</summary>
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
