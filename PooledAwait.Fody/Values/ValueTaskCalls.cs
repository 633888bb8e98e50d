using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>
/// An index of all calls in a program that return a ValueTask, or an awaitable or awaiter of a ValueTask. Finds the calls that may reach a method.
/// </summary>
/// <remarks>
/// A call of a delegate may reach every method from which the program makes a delegate of the same type. The analysis does not follow where delegates are
/// passed.
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

    /// <param name="program">The modules that are woven together.</param>
    /// <param name="failed">
    /// Returns whether the weaver failed at a method in an earlier attempt. If so, it is unknown what the method does with ValueTasks.
    /// </param>
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
                // The code that handles one instruction is in separate methods. If this loop contained all of it, the JIT would compile one large method twice
                // in each build, the second time with optimisation.
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

    /// <summary>Every call whose ValueTask the caller itself gets, in the order of the code.</summary>
    public IReadOnlyList<ValueTaskCall> All => _all;

    /// <summary>
    /// Returns whether the ValueTask of a call may come from a method outside the program. Another build may have woven that method without knowing this
    /// caller.
    /// </summary>
    public bool MayComeFromOutside(ValueTaskCall call) => _outside.MayBeReachedBy(call.Call);

    /// <summary>
    /// Returns the calls that may reach the method, in several lists. Two lists may contain the same call. If many methods share a list, such as the calls of
    /// all delegates of one type, they get the same list object. So code that examines many methods needs to examine each list only once.
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
                // Loads a function pointer, or a method token for an expression tree. Any code that gets the pointer or the token may call the method.
                _calls.Add(instruction, method, new ValueTaskCall(user, instruction, Condition.FunctionTaken));
                break;
        }
    }

    private bool IsOfAnyResult(MethodReference method) =>
        _anyResult.Count > 0 && ResultOf(method) is GenericParameter && _anyResult.Contains((method.Name, method.Parameters.Count));

    // Excludes members that take the ValueTask (or the awaitable or awaiter) of a call and return it in another form. The analysis follows such members as
    // steps of the original call.
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

    /// <summary>
    /// Returns whether a method may be a delegate's Invoke. The result is also true for an Invoke of a type that is no delegate. That does no harm, because the
    /// program makes no delegates of this type.
    /// </summary>
    public static bool IsInvoke(MethodReference method) => method is { Name: "Invoke", HasThis: true };

    private static string TypeOf(MethodReference member) => member.DeclaringType.GetElementType().FullName;

    /// <summary>
    /// Returns the type that a called method returns. If the declared return type is a type parameter, as in Func, this is the type argument.
    /// </summary>
    public static TypeReference ResultOf(MethodReference method) =>
        method.ReturnType is GenericParameter parameter ? ValueTaskInstantiations.ArgumentOf(method, parameter) : method.ReturnType;

    /// <summary>
    /// Returns the name of a result's type. If the type contains open type parameters, which may be any type, the name has no type arguments.
    /// </summary>
    private static string KeyOf(TypeReference result) => result.ContainsGenericParameter ? result.GetElementType().FullName : result.FullName;

    // A name without type arguments stands for the generic type with any type arguments. The names with type arguments begin with this name.
    private static bool MayBeSame(string one, string other) =>
        one == other || one.StartsWith(other + "<", StringComparison.Ordinal) || other.StartsWith(one + "<", StringComparison.Ordinal);
}

/// <summary>
/// One call that returns a ValueTask, or an awaitable or awaiter of a ValueTask. An object of this class may also stand for an instruction that lets unknown
/// code make such a call.
/// </summary>
internal sealed class ValueTaskCall
{
    private readonly FollowedCaller? _uses;
    private readonly Condition? _unknown;
    private readonly MemberReference? _by;

    /// <param name="caller">The method that contains the call.</param>
    /// <param name="call">The call.</param>
    /// <param name="uses">What the caller does with the ValueTasks that it gets.</param>
    public ValueTaskCall(MethodDefinition caller, Instruction call, FollowedCaller uses) => (Caller, Call, _uses) = (caller, call, uses);

    /// <param name="caller">The method that contains the call.</param>
    /// <param name="call">The call, or the instruction that lets other code make the call.</param>
    /// <param name="unknown">How other code gets the ValueTask.</param>
    /// <param name="by">The member through which other code gets the ValueTask; null for the member that the instruction names.</param>
    public ValueTaskCall(MethodDefinition caller, Instruction call, Condition unknown, MemberReference? by = null) => (Caller, Call, _unknown, _by) = (caller, call, unknown, by);

    public MethodDefinition Caller { get; }

    public Instruction Call { get; }

    /// <summary>Whether the caller gets the ValueTask, and the weaver understands the caller's body.</summary>
    public bool IsFollowed => _uses?.IsFollowed == true;

    /// <summary>What becomes of the ValueTask.</summary>
    public ValueUse Use => _uses?.Of(Call) ?? ValueUse.None with { Refusal = _unknown!.With(_by ?? Call.Operand).At(Caller, Call) };
}
