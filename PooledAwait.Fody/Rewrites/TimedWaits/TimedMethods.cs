using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>Finds the methods of PooledAwait.Runtime that wait for a time, and makes the woven module's references to these methods.</summary>
internal sealed class TimedMethods(WovenModule module)
{
    private const string OfDelays = "AwaitedDelay";
    private const string OfWaits = "AwaitedWaitAsync";
    private const string OfRaces = "TimedWhenAny";
    private const string Delay = "Delay";
    private const string WaitAsync = "WaitAsync";
    private const string WhenAny = "WhenAny";
    private const string Task = "System.Threading.Tasks.Task";

    /// <summary>The types of PooledAwait.Runtime to which the woven code may refer, except types that some builds of PooledAwait.Runtime lack.</summary>
    public static IEnumerable<string> RuntimeTypes => [$"{RuntimeReference.Namespace}.{OfDelays}", $"{RuntimeReference.Namespace}.{OfRaces}"];

    /// <summary>Returns whether the build of PooledAwait.Runtime for the target framework has the method that can replace a call.</summary>
    public bool Has(TimedWait wait)
    {
        var parameters = wait.Overload.Parameters.Select(type => type.FullName);
        return !wait.Overload.IsWaitAsync ? Has(TypeOf(wait), Delay, isGeneric: false, parameters)
            : wait.Overload.Result == null ? Has(OfWaits, WaitAsync, isGeneric: false, parameters.Prepend(Task))
            : Has(OfWaits, WaitAsync, isGeneric: true, parameters.Prepend(Task + "`1"));
    }

    /// <summary>Returns whether PooledAwait.Runtime has the method that can replace a call of <c>WhenAny</c>.</summary>
    public bool Has(TimedRace race) =>
        Has(OfRaces, WhenAny, isGeneric: false, Enumerable.Repeat(Task, race.Tasks));

    /// <summary>Makes the reference to the method that replaces a call of <c>Delay</c> or <c>WaitAsync</c>.</summary>
    /// <param name="wait">The call.</param>
    /// <param name="valueTasks">Makes references to the ValueTask types.</param>
    public MethodReference For(TimedWait wait, ValueTaskReferences valueTasks)
    {
        var overload = wait.Overload;
        if (wait.Race != null)
        {
            return MemberReferences.Static(Type(OfRaces), Delay, overload.Called.ReturnType, wait.Overload.Parameters);
        }

        var returned = valueTasks.Of(overload.Result).OpenType;
        return !overload.IsWaitAsync ? MemberReferences.Static(Type(OfDelays), Delay, returned, wait.Overload.Parameters)
            : MemberReferences.ForResult(Type(OfWaits), WaitAsync, overload.Result, own => own == null
                ? (returned, wait.Overload.Parameters.Prepend(overload.Called.DeclaringType))
                : (returned.Over(own), wait.Overload.Parameters.Prepend(overload.Called.DeclaringType.GetElementType().Over(own))));
    }

    /// <summary>
    /// Makes the reference to the method that replaces a call of <c>WhenAny</c>. The replacing method takes each task as a separate argument, not in an array
    /// or a span.
    /// </summary>
    /// <param name="race">The call.</param>
    /// <param name="valueTasks">Makes references to the ValueTask types.</param>
    public MethodReference For(TimedRace race, ValueTaskReferences valueTasks)
    {
        var task = race.Overload.Antecedent;
        return MemberReferences.Static(Type(OfRaces), WhenAny, valueTasks.Of(task).OpenType.Over(task), Enumerable.Repeat(task, race.Tasks));
    }

    private bool Has(string type, string name, bool isGeneric, IEnumerable<string> parameters) =>
        module.Runtime.MainModule.GetType(RuntimeReference.Namespace, type)?.Methods.Any(method =>
            method.Name == name && method.IsPublic && method.HasGenericParameters == isGeneric &&
            method.Parameters.Select(parameter => parameter.ParameterType.GetElementType().FullName).SequenceEqual(parameters)) == true;

    private TypeReference Type(string name) => new(RuntimeReference.Namespace, name, module.Definition, module.RuntimeReference());

    private static string TypeOf(TimedWait wait) => wait.Race == null ? OfDelays : OfRaces;
}
