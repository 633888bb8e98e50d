namespace PooledAwait.Fody.Rewrites;

/// <summary>A ValueTask type and the structs with which it is awaited. All of these types are without type arguments.</summary>
internal sealed record OpenValueTask(TypeReference ValueTask, TypeReference Awaiter, TypeReference Configured, TypeReference ConfiguredAwaiter);

/// <summary>The members that an await of a ValueTask uses, for one type of result.</summary>
/// <param name="module">The woven module.</param>
/// <param name="open">The ValueTask type and its structs, without type arguments.</param>
/// <param name="result">The result's type; null if there is none.</param>
internal sealed class ValueTaskMembers(ModuleDefinition module, OpenValueTask open, TypeReference? result)
{
    /// <summary>The ValueTask type without type arguments, for signatures that add their own type arguments.</summary>
    public TypeReference OpenType => open.ValueTask;

    public TypeReference? Result => result;

    public TypeReference ValueTask => Over(open.ValueTask, result);

    public TypeReference Configured => Over(open.Configured, result);

    /// <summary>The constructor that takes a result.</summary>
    public MethodReference OfResult => Member(open.ValueTask, ".ctor", module.TypeSystem.Void, OwnParameter(open.ValueTask)!);

    public MethodReference ConfigureAwait =>
        Member(open.ValueTask, "ConfigureAwait", Over(open.Configured, OwnParameter(open.ValueTask)), module.TypeSystem.Boolean);

    public TypeReference Awaiter(bool isConfigured) => Over(OpenAwaiter(isConfigured), result);

    public MethodReference GetAwaiter(bool isConfigured)
    {
        var awaited = isConfigured ? open.Configured : open.ValueTask;
        return Member(awaited, "GetAwaiter", Over(OpenAwaiter(isConfigured), OwnParameter(awaited)));
    }

    /// <summary>Makes the reference to the method that takes a ValueTask from the stack, and stores the ValueTask's awaiter.</summary>
    /// <param name="directTask">The class in PooledAwait.Runtime that declares the method.</param>
    /// <param name="isConfigured">Whether the method also takes the argument of <c>ConfigureAwait</c>.</param>
    public MethodReference GetAwaiterInto(TypeReference directTask, bool isConfigured) => MemberReferences.ForResult(directTask, "GetAwaiter", result, own =>
    {
        var (valueTask, awaiter) = (Over(open.ValueTask, own), new ByReferenceType(Over(OpenAwaiter(isConfigured), own)));
        return (module.TypeSystem.Void, isConfigured ? [valueTask, module.TypeSystem.Boolean, awaiter] : [valueTask, awaiter]);
    });

    /// <summary>
    /// Makes the reference to a getter that tells the status of a ValueTask, such as <c>get_IsCompleted</c>. Task has a getter of the same name.
    /// </summary>
    public MethodReference Question(string name) => Member(open.ValueTask, name, module.TypeSystem.Boolean);

    /// <summary>
    /// Makes the reference to the method that takes a ValueTask from the stack, and returns its result. If the ValueTask failed, the method throws the same
    /// exception as a task's <c>Result</c>.
    /// </summary>
    /// <param name="directTask">The class in PooledAwait.Runtime that declares the method.</param>
    public MethodReference ResultAsOfTask(TypeReference directTask) =>
        MemberReferences.ForResult(directTask, "Result", result, own => (own!, [Over(open.ValueTask, own)]));

    public MethodReference IsCompleted(bool isConfigured) => Member(OpenAwaiter(isConfigured), "get_IsCompleted", module.TypeSystem.Boolean);

    public MethodReference GetResult(bool isConfigured)
    {
        var awaiter = OpenAwaiter(isConfigured);
        return Member(awaiter, "GetResult", OwnParameter(awaiter) ?? module.TypeSystem.Void);
    }

    /// <summary>Makes the reference to the <c>Await</c> method that takes a ValueTask. Methods without a state machine call <c>Await</c> to wait.</summary>
    /// <param name="asyncHelpers">The module's reference to the type that declares <c>Await</c>.</param>
    /// <param name="isConfigured">Whether <c>Await</c> takes the result of <c>ConfigureAwait</c> in place of the ValueTask.</param>
    public MethodReference Await(TypeReference asyncHelpers, bool isConfigured)
    {
        var awaited = isConfigured ? open.Configured : open.ValueTask;
        return MemberReferences.ForResult(asyncHelpers, "Await", result, own => (own ?? module.TypeSystem.Void, [Over(awaited, own)]));
    }

    private TypeReference OpenAwaiter(bool isConfigured) => isConfigured ? open.ConfiguredAwaiter : open.Awaiter;

    private MethodReference Member(TypeReference type, string name, TypeReference returned, params TypeReference[] parameters) =>
        MemberReferences.Instance(Over(type, result), name, returned, parameters);

    /// <summary>
    /// Returns a type's type parameter, which stands for the result in the signatures of the type's members. Returns null if the type is not generic.
    /// </summary>
    private static TypeReference? OwnParameter(TypeReference type) => type.HasGenericParameters ? type.GenericParameters[0] : null;

    private static TypeReference Over(TypeReference type, TypeReference? argument) => argument == null ? type : type.Over(argument);
}
