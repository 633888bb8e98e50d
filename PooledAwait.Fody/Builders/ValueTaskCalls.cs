using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.Builders;

/// <summary>Every call in a module that returns a ValueTask, by the method that it may reach.</summary>
internal sealed class ValueTaskCalls
{
    private readonly Dictionary<MethodDefinition, List<ValueTaskCall>> _direct = [];
    private readonly Dictionary<(string Name, int Parameters), List<ValueTaskCall>> _virtual = [];

    public ValueTaskCalls(ModuleDefinition module, MemberUses uses)
    {
        foreach (var caller in uses.MethodsWhere(IsCalled))
        {
            var usesOfCaller = new CallerUses(caller);
            foreach (var instruction in caller.Body.Instructions)
            {
                if (instruction.OpCode.Code is Code.Call or Code.Callvirt && instruction.Operand is MethodReference called && IsCalled(called))
                {
                    usesOfCaller.Add(instruction);
                    Add(new ValueTaskCall(caller, instruction, usesOfCaller), called, instruction);
                }
            }
        }

        static bool IsCalled(MemberReference member) => member is MethodReference called && ValueTaskTypes.IsValueTask(called.ReturnType);

        void Add(ValueTaskCall call, MethodReference called, Instruction instruction)
        {
            var target = called.DeclaringType.GetElementType().Scope == module ? called.Resolve() : null;
            if (target != null)
            {
                Into(_direct, target, call);
            }

            if (target?.IsVirtual ?? (called.HasThis || instruction.Previous?.OpCode.Code == Code.Constrained))
            {
                Into(_virtual, (SimpleName(called), called.Parameters.Count), call);
            }
        }

        static void Into<TKey>(Dictionary<TKey, List<ValueTaskCall>> index, TKey key, ValueTaskCall call)
            where TKey : notnull
        {
            if (!index.TryGetValue(key, out var calls))
            {
                index.Add(key, calls = []);
            }

            calls.Add(call);
        }
    }

    /// <summary>The calls that may reach the method.</summary>
    public IEnumerable<ValueTaskCall> Of(MethodDefinition method)
    {
        IEnumerable<ValueTaskCall> direct = _direct.TryGetValue(method, out var found) ? found : [];

        // A static method implements an interface's by an explicit override, and is not virtual itself.
        return (method.IsVirtual || method.HasOverrides) && _virtual.TryGetValue((SimpleName(method), method.Parameters.Count), out var calls)
            ? direct.Union(calls)
            : direct;
    }

    // An explicit implementation has the interface's name before its own.
    private static string SimpleName(MethodReference method) => method.Name.Substring(method.Name.LastIndexOf('.') + 1);
}

/// <summary>One call that returns a ValueTask.</summary>
internal sealed class ValueTaskCall(MethodDefinition caller, Instruction call, CallerUses uses)
{
    public MethodDefinition Caller => caller;

    public Instruction Call => call;

    /// <summary>What becomes of the ValueTask.</summary>
    public ValueTaskUse Use => uses.Of(call);
}

/// <summary>
/// What one caller does with all the ValueTasks that it gets: found out at the first question, since few callers are ever asked about, and at
/// once, since to keep the analysis of so many bodies costs more time than to follow a few values that nobody asks about.
/// </summary>
internal sealed class CallerUses(MethodDefinition caller)
{
    private readonly List<Instruction> _calls = [];
    private Dictionary<Instruction, ValueTaskUse>? _uses;

    public void Add(Instruction call) => _calls.Add(call);

    public ValueTaskUse Of(Instruction call) => (_uses ??= Follow())[call];

    private Dictionary<Instruction, ValueTaskUse> Follow()
    {
        var consumption = new ValueTaskConsumption(caller);
        return _calls.ToDictionary(call => call, consumption.Of);
    }
}
