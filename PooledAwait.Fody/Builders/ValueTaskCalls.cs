using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;

namespace PooledAwait.Fody.Builders;

/// <summary>Every call in a module that returns a ValueTask, by the method that it may reach.</summary>
/// <remarks>
/// The call of a delegate may reach each method from which the module makes a delegate of that type, wherever the delegate has been in
/// between.
/// </remarks>
internal sealed class ValueTaskCalls
{
    private readonly CalleeIndex<ValueTaskCall> _calls;
    private readonly CalleeIndex<string> _delegatesMadeFrom;
    private readonly HashSet<(string Inner, string Outer)> _wrapped = [];
    private readonly Dictionary<string, List<(ValueTaskCall Call, TypeReference Result)>> _invocations = [];

    public ValueTaskCalls(ModuleDefinition module, MemberUses uses)
    {
        _calls = new CalleeIndex<ValueTaskCall>(module);
        _delegatesMadeFrom = new CalleeIndex<string>(module);
        var parameters = new ValueTaskParameters(module, uses);
        foreach (var user in uses.MethodsWhere(member => member is MethodReference method && IsValueTask(method)))
        {
            var usesOfCaller = new CallerUses(user, parameters);
            foreach (var instruction in user.Body.Instructions)
            {
                if (instruction.Operand is not MethodReference method || !IsValueTask(method))
                {
                    continue;
                }

                switch (instruction.OpCode.Code)
                {
                    case Code.Call or Code.Callvirt:
                        usesOfCaller.Add(instruction);
                        Add(new ValueTaskCall(user, instruction, usesOfCaller), method);
                        break;

                    case Code.Ldftn or Code.Ldvirtftn when instruction.Next is { OpCode.Code: Code.Newobj, Operand: MethodReference constructor }:
                        AddDelegate(instruction, method, TypeOf(constructor));
                        break;
                }
            }
        }

        static bool IsValueTask(MethodReference method) => ValueTaskTypes.IsValueTask(ResultOf(method));
    }

    /// <summary>The calls that may reach the method.</summary>
    public IEnumerable<ValueTaskCall> Of(MethodDefinition method)
    {
        var delegates = new HashSet<string>(_delegatesMadeFrom.Of(method));
        while (_wrapped.Any(wrapped => delegates.Contains(wrapped.Inner) && delegates.Add(wrapped.Outer)))
        {
        }

        return _calls.Of(method).Concat(
            from type in delegates
            where _invocations.ContainsKey(type)
            from invocation in _invocations[type]
            where MayBeSame(invocation.Result, method.ReturnType)
            select invocation.Call);
    }

    private void Add(ValueTaskCall call, MethodReference called)
    {
        _calls.Add(call.Call, called, call);
        if (IsInvoke(called))
        {
            if (!_invocations.TryGetValue(TypeOf(called), out var invocations))
            {
                _invocations.Add(TypeOf(called), invocations = []);
            }

            invocations.Add((call, ResultOf(called)));
        }
    }

    private void AddDelegate(Instruction loadFunction, MethodReference target, string type)
    {
        _delegatesMadeFrom.Add(loadFunction, target, type);
        if (IsInvoke(target))
        {
            _wrapped.Add((TypeOf(target), type));
        }
    }

    // Any type may have an Invoke, but no delegate that the module makes is of such a type.
    private static bool IsInvoke(MethodReference method) => method is { Name: "Invoke", HasThis: true };

    private static string TypeOf(MethodReference member) => member.DeclaringType.GetElementType().FullName;

    /// <summary>What the method returns; of Func, what the last of its type arguments says.</summary>
    private static TypeReference ResultOf(MethodReference method) =>
        method is { ReturnType: GenericParameter { Type: GenericParameterType.Type } parameter, DeclaringType: GenericInstanceType type }
            ? type.GenericArguments[parameter.Position]
            : method.ReturnType;

    private static bool MayBeSame(TypeReference one, TypeReference other) =>
        one.ContainsGenericParameter || other.ContainsGenericParameter
            ? one.GetElementType().FullName == other.GetElementType().FullName
            : one.FullName == other.FullName;
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
internal sealed class CallerUses(MethodDefinition caller, ValueTaskParameters parameters)
{
    private readonly List<Instruction> _calls = [];
    private Dictionary<Instruction, ValueTaskUse>? _uses;

    public void Add(Instruction call) => _calls.Add(call);

    public ValueTaskUse Of(Instruction call) => (_uses ??= Follow())[call];

    private Dictionary<Instruction, ValueTaskUse> Follow()
    {
        var consumption = new ValueTaskConsumption(caller, parameters);
        return _calls.ToDictionary(call => call, consumption.Of);
    }
}
