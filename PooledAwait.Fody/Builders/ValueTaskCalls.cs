using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Types;
using PooledAwait.Fody.Following;
using PooledAwait.Fody.Libraries;
using PooledAwait.Fody.Programs;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Builders;

/// <summary>Every call in a program that returns a ValueTask, or an awaitable or awaiter of one, by the method that it may reach.</summary>
/// <remarks>
/// The call of a delegate may reach each method from which the program makes a delegate of that type, wherever the delegate has been in
/// between.
/// </remarks>
internal sealed class ValueTaskCalls
{
    private readonly List<ValueTaskCall> _all = [];
    private readonly CalleeIndex<ValueTaskCall> _calls;
    private readonly CalleeIndex<string> _delegatesMadeFrom;
    private readonly HashSet<(string Inner, string Outer)> _wrapped = [];
    private readonly Dictionary<string, Dictionary<string, List<ValueTaskCall>>> _invocations = [];
    private readonly OutsideMethods _outside;
    private readonly HashSet<(string Name, int Parameters)> _anyResult;
    private readonly CalledByOutside _calledByOutside;

    /// <param name="program">What is woven together.</param>
    /// <param name="failed">Whether the weaver failed at a method before: what it does with ValueTasks is not known.</param>
    public ValueTaskCalls(WovenProgram program, Func<MethodDefinition, bool> failed)
    {
        _outside = new OutsideMethods(program);
        _calls = new CalleeIndex<ValueTaskCall>(program);
        _delegatesMadeFrom = new CalleeIndex<string>(program);
        var parameters = new ValueTaskParameters(program);
        var supertypes = new SupertypesOfValueTask(program);
        var ofAnyResult = supertypes.MethodsOfAnyResult();
        _anyResult = [.. ofAnyResult.Select(method => (method.Name, method.Parameters.Count))];
        _calledByOutside = new CalledByOutside(ofAnyResult.Where(method => program.Find(method) == null));
        foreach (var (user, type, result) in supertypes.DelegatesGiven())
        {
            AddInvocation(new ValueTaskCall(user, user.Body.Instructions[0], Condition.DelegateTaken, user.DeclaringType), type, result);
        }

        foreach (var user in program.MethodsWhere(member =>
            (member is MethodReference method && (IsValueTask(method) || IsOfAnyResult(method))) || ValueTaskInstantiations.DelegatesTakenBy(member).Any()))
        {
            var usesOfCaller = new FollowedCaller(user, parameters, failed);
            foreach (var instruction in user.Body.Instructions)
            {
                // Methods of their own: a large one with the loop in it would be compiled twice in each build, the second time optimised.
                if (instruction.Operand is MethodReference or FieldReference)
                {
                    AddDelegatesTaken(user, instruction, (MemberReference)instruction.Operand);
                }

                if (instruction.Operand is MethodReference method)
                {
                    AddNamed(user, instruction, method, usesOfCaller);
                }
            }
        }
    }

    /// <summary>Every call whose ValueTask its caller gets, in the order of the code.</summary>
    public IReadOnlyList<ValueTaskCall> All => _all;

    /// <summary>
    /// Whether the ValueTask of a call may come from a method outside the program: another build may have woven it, which knew nothing of this caller.
    /// </summary>
    public bool MayComeFromOutside(ValueTaskCall call) => _outside.MayBeReachedBy(call.Call);

    /// <summary>
    /// The calls that may reach the method, in lists that may have calls in common. What many methods share, such as the calls of all delegates
    /// of one type, is the same list each time: who goes from method to method need look at it only once.
    /// </summary>
    public IEnumerable<IReadOnlyList<ValueTaskCall>> Of(MethodDefinition method)
    {
        var delegates = new HashSet<string>(_delegatesMadeFrom.Of(method).SelectMany(types => types));
        while (_wrapped.Any(wrapped => delegates.Contains(wrapped.Inner) && delegates.Add(wrapped.Outer)))
        {
        }

        var result = KeyOf(method.ReturnType);
        return _calls.Of(method).Concat(
            from type in delegates
            where _invocations.ContainsKey(type)
            from invocations in _invocations[type]
            where MayBeSame(invocations.Key, result)
            select invocations.Value).Concat(_calledByOutside.Of(method));
    }

    private void AddDelegatesTaken(MethodDefinition user, Instruction instruction, MemberReference taker)
    {
        foreach (var (type, result) in ValueTaskInstantiations.DelegatesTakenBy(taker))
        {
            AddInvocation(new ValueTaskCall(user, instruction, Condition.DelegateTaken), type, result);
        }
    }

    private void AddNamed(MethodDefinition user, Instruction instruction, MethodReference method, FollowedCaller usesOfCaller)
    {
        if (IsOfAnyResult(method))
        {
            _calls.Add(instruction, method, new ValueTaskCall(user, instruction, Condition.CalledAsAnyResult));
        }

        if (!IsValueTask(method))
        {
            return;
        }

        switch (instruction.OpCode.Code)
        {
            case Code.Call or Code.Callvirt:
                usesOfCaller.Add(instruction);
                Add(new ValueTaskCall(user, instruction, usesOfCaller), method);
                break;

            case Code.Ldftn or Code.Ldvirtftn when instruction.Next is { OpCode.Code: Code.Newobj, Operand: MethodReference constructor } && DelegateType.Is(constructor.DeclaringType.Resolve()):
                AddDelegate(instruction, method, TypeOf(constructor));
                break;

            case Code.Ldftn or Code.Ldvirtftn or Code.Ldtoken:
                // A function pointer, or a method of an expression tree, which may be called wherever it comes to.
                _calls.Add(instruction, method, new ValueTaskCall(user, instruction, Condition.FunctionTaken));
                break;
        }
    }

    private bool IsOfAnyResult(MethodReference method) =>
        _anyResult.Count > 0 && ResultOf(method) is GenericParameter && _anyResult.Contains((method.Name, method.Parameters.Count));

    // The members by which the base library's types lead from one to the next are steps that are followed at each call.
    private static bool IsValueTask(MethodReference method) =>
        !ValueTaskTypes.IsKnown(method.DeclaringType) && ValueTaskTypes.IsKnown(ResultOf(method)) &&
        !RuntimeReference.IsOwnTask(method) && !RuntimeReference.IsOfCall(method) && !RuntimeReference.IsForget(method);

    private void Add(ValueTaskCall call, MethodReference called)
    {
        _all.Add(call);
        _calls.Add(call.Call, called, call);
        if (IsInvoke(called))
        {
            AddInvocation(call, TypeOf(called), ResultOf(called));
        }
    }

    private void AddInvocation(ValueTaskCall call, string type, TypeReference result)
    {
        if (!_invocations.TryGetValue(type, out var byResult))
        {
            _invocations.Add(type, byResult = []);
        }

        if (!byResult.TryGetValue(KeyOf(result), out var invocations))
        {
            byResult.Add(KeyOf(result), invocations = []);
        }

        invocations.Add(call);
    }

    private void AddDelegate(Instruction loadFunction, MethodReference target, string type)
    {
        _delegatesMadeFrom.Add(loadFunction, target, type);
        _outside.AddDelegate(target, type);
        if (IsInvoke(target))
        {
            _wrapped.Add((TypeOf(target), type));
        }
    }

    /// <summary>Whether a method may be the Invoke of a delegate. Any type may have one, but no delegate that the program makes is of such a type.</summary>
    public static bool IsInvoke(MethodReference method) => method is { Name: "Invoke", HasThis: true };

    private static string TypeOf(MethodReference member) => member.DeclaringType.GetElementType().FullName;

    /// <summary>What the method returns; of Func, what the last of its type arguments says.</summary>
    public static TypeReference ResultOf(MethodReference method) =>
        method.ReturnType is GenericParameter parameter ? ValueTaskInstantiations.ArgumentOf(method, parameter) : method.ReturnType;

    /// <summary>The name of a result's type; where type parameters are open, which may stand for anything, that of the type without them.</summary>
    private static string KeyOf(TypeReference result) => result.ContainsGenericParameter ? result.GetElementType().FullName : result.FullName;

    // Of a generic type the name with its arguments begins with the name without.
    private static bool MayBeSame(string one, string other) =>
        one == other || one.StartsWith(other + "<", StringComparison.Ordinal) || other.StartsWith(one + "<", StringComparison.Ordinal);
}

/// <summary>One call that returns a ValueTask or what stands for one, or that lets code which is not looked into make such calls.</summary>
internal sealed class ValueTaskCall
{
    private readonly FollowedCaller? _uses;
    private readonly Condition? _unknown;
    private readonly MemberReference? _by;

    /// <param name="caller">The method that the call stands in.</param>
    /// <param name="call">The call.</param>
    /// <param name="uses">What the caller does with the ValueTasks that it gets.</param>
    public ValueTaskCall(MethodDefinition caller, Instruction call, FollowedCaller uses) => (Caller, Call, _uses) = (caller, call, uses);

    /// <param name="caller">The method that the call stands in.</param>
    /// <param name="call">The call, or what lets others call.</param>
    /// <param name="unknown">How others get the ValueTask.</param>
    /// <param name="by">Through what; null for what the call names.</param>
    public ValueTaskCall(MethodDefinition caller, Instruction call, Condition unknown, MemberReference? by = null) => (Caller, Call, _unknown, _by) = (caller, call, unknown, by);

    public MethodDefinition Caller { get; }

    public Instruction Call { get; }

    /// <summary>Whether the caller gets the ValueTask, in a body that is understood.</summary>
    public bool IsFollowed => _uses?.IsFollowed == true;

    /// <summary>What becomes of the ValueTask.</summary>
    public ValueUse Use => _uses?.Of(Call) ?? ValueUse.None with { Refusal = _unknown!.With(_by ?? Call.Operand).At(Caller, Call) };
}
