namespace PooledAwait.Fody.Rewrites;

/// <summary>The ways in which overloads of <c>Task.WhenAny</c> take their tasks.</summary>
internal enum WhenAnyParameters
{
    TwoTasks,
    Array,
    Span,
    Enumerable,
    Unknown,
}

/// <summary>An overload of <c>Task.WhenAny</c>, as one call refers to it.</summary>
/// <param name="Called">The called method.</param>
/// <param name="Parameters">How the overload takes its tasks.</param>
internal sealed record WhenAnyOverload(MethodReference Called, WhenAnyParameters Parameters)
{
    private const string Tasks = "System.Threading.Tasks.";
    private const string Task = Tasks + "Task";
    private const string TaskOfResult = Tasks + "Task`1";

    /// <summary>The result type of the tasks, as the caller refers to it; null if the overload takes tasks of any type.</summary>
    public TypeReference? Result => (Called as GenericInstanceMethod)?.GenericArguments[0];

    /// <summary>The type of the tasks, as the caller refers to it.</summary>
    public TypeReference Antecedent => Result == null ? Called.DeclaringType : TaskOf(Result);

    /// <returns>Null if the method is not the base library's <c>WhenAny</c>.</returns>
    public static WhenAnyOverload? Of(MethodReference method)
    {
        var open = method.GetElementMethod();
        return open is { Name: "WhenAny", HasThis: false, DeclaringType: { FullName: Task } type } && BaseLibrary.Has(type) &&
            open.ReturnType is GenericInstanceType { ElementType.FullName: TaskOfResult }
            ? new WhenAnyOverload(method, ParametersOf(open))
            : null;
    }

    /// <summary>Returns <c>Task&lt;T&gt;</c> with a given result type. The reference to <c>Task&lt;T&gt;</c> comes from the overload's return type.</summary>
    public TypeReference TaskOf(TypeReference result) => ((GenericInstanceType)Called.GetElementMethod().ReturnType).ElementType.Over(result);

    private static WhenAnyParameters ParametersOf(MethodReference open)
    {
        var types = open.Parameters.Select(parameter => parameter.ParameterType).ToArray();
        if (types.Length == 2)
        {
            return types.All(IsTask) ? WhenAnyParameters.TwoTasks : WhenAnyParameters.Unknown;
        }

        return types.Length != 1 ? WhenAnyParameters.Unknown : types[0] switch
        {
            ArrayType { IsVector: true } array when IsTask(array.ElementType) => WhenAnyParameters.Array,
            GenericInstanceType { ElementType.FullName: "System.ReadOnlySpan`1" } span when IsTask(span.GenericArguments[0]) => WhenAnyParameters.Span,
            GenericInstanceType { ElementType.FullName: "System.Collections.Generic.IEnumerable`1" } => WhenAnyParameters.Enumerable,
            _ => WhenAnyParameters.Unknown,
        };

        bool IsTask(TypeReference type) => open.HasGenericParameters
            ? type is GenericInstanceType { ElementType.FullName: TaskOfResult } task && IsOfMethod(task.GenericArguments[0])
            : type.FullName == Task;

        static bool IsOfMethod(TypeReference type) => type is GenericParameter { Type: GenericParameterType.Method };
    }
}
