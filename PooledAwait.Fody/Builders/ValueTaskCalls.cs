using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Following;
using PooledAwait.Fody.Reporting;

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

    public ValueTaskCalls(WovenProgram program)
    {
        _calls = new CalleeIndex<ValueTaskCall>(program);
        _delegatesMadeFrom = new CalleeIndex<string>(program);
        var parameters = new ValueTaskParameters(program);
        var anyResult = SlotsOfAnyResult(program);
        foreach (var user in program.MethodsWhere(member =>
            (member is MethodReference method && (IsValueTask(method) || IsOfAnyResult(method))) || DelegatesTakenBy(member).Any()))
        {
            var usesOfCaller = new FollowedCaller(user, parameters);
            foreach (var instruction in user.Body.Instructions)
            {
                if (instruction.Operand is MethodReference or FieldReference)
                {
                    foreach (var (type, result) in DelegatesTakenBy((MemberReference)instruction.Operand))
                    {
                        AddInvocation(new ValueTaskCall(user, instruction, uses: null), type, result);
                    }
                }

                if (instruction.Operand is not MethodReference method)
                {
                    continue;
                }

                if (IsOfAnyResult(method))
                {
                    _calls.Add(instruction, method, new ValueTaskCall(user, instruction, uses: null));
                }

                if (!IsValueTask(method))
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

                    case Code.Ldftn or Code.Ldvirtftn or Code.Ldtoken:
                        // A function pointer, or a method of an expression tree, which may be called wherever it comes to.
                        _calls.Add(instruction, method, new ValueTaskCall(user, instruction, uses: null));
                        break;
                }
            }
        }

        bool IsOfAnyResult(MethodReference method) =>
            anyResult.Count > 0 && ResultOf(method) is GenericParameter && anyResult.Contains((method.Name, method.Parameters.Count));

        // The members by which the base library's types lead from one to the next are steps that are followed at each call.
        static bool IsValueTask(MethodReference method) =>
            !ValueTaskTypes.IsKnown(method.DeclaringType) && ValueTaskTypes.IsKnown(ResultOf(method)) && !MisusedCalls.IsConversion(method);
    }

    /// <summary>Every call whose ValueTask its caller gets, in the order of the code.</summary>
    public IReadOnlyList<ValueTaskCall> All => _all;

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
            select invocations.Value);
    }

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
        if (IsInvoke(target))
        {
            _wrapped.Add((TypeOf(target), type));
        }
    }

    // Any type may have an Invoke, but no delegate that the program makes is of such a type.
    private static bool IsInvoke(MethodReference method) => method is { Name: "Invoke", HasThis: true };

    private static string TypeOf(MethodReference member) => member.DeclaringType.GetElementType().FullName;

    /// <summary>
    /// The delegates that come to a generic method or type, or from it, by themselves or in something else, for which the ValueTask is but its own type argument:
    /// <c>Lazy&lt;ValueTask&gt;</c> takes a <c>Func&lt;ValueTask&gt;</c>. Its code calls them without knowing what it gets, and keeps or drops it as it likes.
    /// </summary>
    private static IEnumerable<(string Type, TypeReference Result)> DelegatesTakenBy(MemberReference taker)
    {
        if (!(IsOfValueTask(taker as IGenericInstance) || IsOfValueTask(taker.DeclaringType as IGenericInstance)))
        {
            return [];
        }

        IEnumerable<TypeReference> named = taker switch
        {
            MethodReference method => method.Parameters.Select(parameter => parameter.ParameterType).Append(method.ReturnType),
            FieldReference field => [field.FieldType],
            _ => [],
        };
        var ofSignature =
            from generic in named.SelectMany(GenericsIn)
            from given in ResultsOf(generic).Select(result => (Type: generic.GetElementType().FullName, Result: result)).Concat(DelegatesGivenBy(generic))
            where given.Result is GenericParameter
            select (given.Type, Result: ArgumentOf(taker, (GenericParameter)given.Result));
        return ofSignature
            .Concat(taker.DeclaringType is GenericInstanceType type ? DelegatesGivenBy(type) : [])
            .Where(given => ValueTaskTypes.IsKnown(given.Result));
    }

    /// <summary>The delegates that virtual members of a type hand out, such as the Invoke of one that returns another: where they come from is not looked into.</summary>
    private static IEnumerable<(string Type, TypeReference Result)> DelegatesGivenBy(GenericInstanceType type) =>
        from method in type.Resolve()?.Methods ?? Enumerable.Empty<MethodDefinition>()
        where method.IsVirtual
        from given in method.Parameters.Select(parameter => parameter.ParameterType).Where(parameter => parameter.IsByReference).Append(method.ReturnType)
        from generic in GenericsIn(given)
        from result in ResultsOf(generic).OfType<GenericParameter>()
        where result.Type == GenericParameterType.Type
        select (generic.GetElementType().FullName, type.GenericArguments[result.Position]);

    /// <summary>The instances of generic types that a type is made of: itself, and what it is an array, a reference or an instance of.</summary>
    private static IEnumerable<GenericInstanceType> GenericsIn(TypeReference type) => type switch
    {
        GenericInstanceType generic => generic.GenericArguments.SelectMany(GenericsIn).Prepend(generic),
        TypeSpecification specification => GenericsIn(specification.ElementType),
        _ => [],
    };

    private static bool IsOfValueTask(IGenericInstance? generic) => generic?.GenericArguments.Any(ValueTaskTypes.IsKnown) == true;

    /// <summary>What a delegate returns, by its type; where that is not found, whatever it may return.</summary>
    private static IEnumerable<TypeReference> ResultsOf(GenericInstanceType type) =>
        type.Resolve() is not { } definition ? type.GenericArguments
        : definition.Methods.FirstOrDefault(method => method.Name == "Invoke")?.ReturnType is GenericParameter { Type: GenericParameterType.Type, Position: var position }
            ? [type.GenericArguments[position]]
            : [];

    /// <summary>What stands for a type parameter of a method, or of its type, where that is called.</summary>
    public static TypeReference ArgumentOf(MemberReference member, GenericParameter parameter) =>
        (parameter.Type == GenericParameterType.Method ? member as IGenericInstance : member.DeclaringType as IGenericInstance) is { } instance &&
        parameter.Position < instance.GenericArguments.Count
            ? instance.GenericArguments[parameter.Position]
            : parameter;

    /// <summary>
    /// The virtual methods whose result is a type argument that some type of the program has a ValueTask for: generic code that calls them does not know
    /// what it gets.
    /// </summary>
    private static HashSet<(string Name, int Parameters)> SlotsOfAnyResult(WovenProgram program)
    {
        var open = new Stack<TypeReference>(program.Modules.SelectMany(module => module.GetTypes()).SelectMany(BasesOf).Where(type => IsOfValueTask(type as IGenericInstance)));
        var seen = new HashSet<TypeDefinition>();
        var slots = new HashSet<(string Name, int Parameters)>();
        while (open.Count > 0)
        {
            if (open.Pop().Resolve() is { } type && seen.Add(type))
            {
                slots.UnionWith(type.Methods.Where(method => method is { IsVirtual: true, ReturnType: GenericParameter }).Select(method => (method.Name, method.Parameters.Count)));
                foreach (var generic in BasesOf(type).OfType<GenericInstanceType>())
                {
                    open.Push(generic);
                }
            }
        }

        return slots;
    }

    private static IEnumerable<TypeReference> BasesOf(TypeDefinition type) =>
        type.Interfaces.Select(implemented => implemented.InterfaceType).Concat(type.BaseType == null ? [] : [type.BaseType]);

    /// <summary>What the method returns; of Func, what the last of its type arguments says.</summary>
    public static TypeReference ResultOf(MethodReference method) =>
        method.ReturnType is GenericParameter { Type: GenericParameterType.Type } parameter ? ArgumentOf(method, parameter) : method.ReturnType;

    /// <summary>The name of a result's type; where type parameters are open, which may stand for anything, that of the type without them.</summary>
    private static string KeyOf(TypeReference result) => result.ContainsGenericParameter ? result.GetElementType().FullName : result.FullName;

    // Of a generic type the name with its arguments begins with the name without.
    private static bool MayBeSame(string one, string other) =>
        one == other || one.StartsWith(other + "<", StringComparison.Ordinal) || other.StartsWith(one + "<", StringComparison.Ordinal);
}

/// <summary>One call that returns a ValueTask or what stands for one, or that lets code which is not looked into make such calls.</summary>
/// <param name="caller">The method that the call stands in.</param>
/// <param name="call">The call.</param>
/// <param name="uses">What the caller does with the ValueTasks that it gets; null where others get it.</param>
internal sealed class ValueTaskCall(MethodDefinition caller, Instruction call, FollowedCaller? uses)
{
    public MethodDefinition Caller => caller;

    public Instruction Call => call;

    /// <summary>Whether the caller gets the ValueTask, in a body that is understood.</summary>
    public bool IsFollowed => uses?.IsFollowed == true;

    /// <summary>What becomes of the ValueTask.</summary>
    public ValueUse Use => uses?.Of(call) ?? ValueUse.None with { Misuse = Reason.PassedOn };
}

/// <summary>
/// What one caller does with all the ValueTasks that it gets: found out at the first question, since few callers are ever asked about, and at
/// once, since to keep the analysis of so many bodies costs more time than to follow a few values that nobody asks about.
/// </summary>
internal sealed class FollowedCaller(MethodDefinition caller, ValueTaskParameters parameters)
{
    private readonly List<Instruction> _calls = [];
    private Dictionary<Instruction, ValueUse>? _uses;
    private bool _isFollowed;

    public void Add(Instruction call) => _calls.Add(call);

    public ValueUse Of(Instruction call) => (_uses ??= Follow())[call];

    /// <summary>Whether the body is understood.</summary>
    public bool IsFollowed
    {
        get
        {
            _uses ??= Follow();
            return _isFollowed;
        }
    }

    private Dictionary<Instruction, ValueUse> Follow()
    {
        var body = FollowedBody.Of(caller);
        _isFollowed = body != null;
        return _calls.ToDictionary(call => call, call => parameters.UseOf(body, call));
    }
}
