namespace AssemblyToProcess.Valid;

/// <summary>Instance methods as method groups, virtual or not, of <c>this</c>, other objects, structs, values of a type parameter, and null.</summary>
public sealed class ContinueWithGroups
{
    private readonly Trace _trace;

    private ContinueWithGroups(Trace trace) => _trace = trace;

    private interface INoted
    {
        void Note(Task task);
    }

    public static void Call_their_method(Trace trace)
    {
        var fixture = new ContinueWithGroups(trace);
        var task = Task.FromResult(1);
        task.ContinueWith(fixture.Note).Wait();
        fixture.Own(task);
        fixture.OfProperty(new Holder(new Base(trace)), task);
        Virtual(new Base(trace), task);
        Virtual(new Derived(trace), task);
        OfInterface(new Derived(trace), task);
        OfTypeParameter(new Derived(trace), task);
        Chosen(new Base(trace), new Derived(trace), true, task);
        Chosen(new Base(trace), new Derived(trace), false, task);
        trace.Add("wider parameter", task.ContinueWith(fixture.Wide).Result);
        trace.Add("narrower result", (string)task.ContinueWith<object>(fixture.Wide).Result);
        trace.Add("generic method", task.ContinueWith(fixture.Generic<int>).Result);
        trace.Add("inherited", new Derived(trace).Inherited(task));
        trace.Add("twice", fixture.Twice(task));
        trace.Add("inherited by a generic class", new Heir<string>(trace).Inherited(task));
    }

    public static void Of_the_base_library_s_types_do_as_well(Trace trace)
    {
        var task = Task.FromResult(3);
        object same = task;
        Func<Task<int>, string> narrow = t => "narrow " + t.Result;
        Func<object, string> wide = o => "wide " + (o == same);
        trace.Add("object", task.ContinueWith(same.Equals).Result);
        trace.Add("string", task.ContinueWith("text".Equals).Result);
        trace.Add("number", task.ContinueWith(5.Equals).Result);
        trace.Add("enumeration", task.ContinueWith(DayOfWeek.Friday.Equals).Result);
        trace.Add("tuple", task.ContinueWith((1, "a").Equals).Result);
        trace.Add("anonymous", task.ContinueWith(new { A = 1 }.Equals).Result);
        trace.Add("delegate", task.ContinueWith(narrow.Invoke).Result);
        trace.Add("delegate of delegate", task.ContinueWith(new Func<Task<int>, string>(narrow)).Result);
        trace.Add("wider delegate", task.ContinueWith(new Func<Task<int>, string>(wide)).Result);
        trace.Add("two delegates", task.ContinueWith((narrow + (t => "last " + t.Result)).Invoke).Result);
        Throws(trace, "uninitialised type", t => Null<Uninitialised>()!, (t, it) => t.ContinueWith(it.Note));
        Throws(trace, "delegate", t => Null<Func<Task, string>>()!, (t, it) => t.ContinueWith(it.Invoke));
    }

    public static void Of_structs_call_in_the_box(Trace trace)
    {
        var task = Task.FromResult(2);
        var value = new Value(trace);
        task.ContinueWith(value.Add).Wait();
        task.ContinueWith(value.Note).Wait();
        trace.Add("not changed", value.Sum);
        INoted boxed = value;
        task.ContinueWith(boxed.Note).Wait();
        task.ContinueWith(boxed.Note).Wait();
        trace.Add("changed", ((Value)boxed).Sum);
        OfTypeParameter(value, task);
        new Enclosing<string>.Value<int>("e", 3, trace).Continue(task);
    }

    public static void Of_null_throw_at_the_call(Trace trace)
    {
        Throws(trace, "own", task => Null<ContinueWithGroups>()!, (task, it) => task.ContinueWith(it.Note));
        Throws(trace, "virtual", task => Null<Base>()!, (task, it) => task.ContinueWith(it.NoteVirtually));
        Throws(trace, "interface", task => Null<INoted>()!, (task, it) => task.ContinueWith(it.Note));
        Throws(trace, "field", task => new Holder(null!), (task, it) => task.ContinueWith(it.Base.NoteVirtually));
        Throws(trace, "with options", task => Null<Base>()!, (task, it) => task.ContinueWith(it.NoteOnce, Evaluated(trace), TaskContinuationOptions.None, TaskScheduler.Default));
        Throws(trace, "null antecedent", task => new Base(trace), (task, it) => Null<Task>()!.ContinueWith(it.NoteOnce, Evaluated(trace), TaskContinuationOptions.None, TaskScheduler.Default));
        Throws(trace, "null scheduler", task => new Base(trace), (task, it) => task.ContinueWith(it.NoteOnce, Null<TaskScheduler>()!));
        Throws(trace, "bad options", task => new Base(trace), (task, it) => task.ContinueWith(it.NoteOnce, (TaskContinuationOptions)(-1)));
        Throws(trace, "type parameter", task => Null<Base>()!, (task, it) => OfTypeParameter<INoted>(it, Task.FromResult(0)));
    }

    private static void Throws<T>(Trace trace, string what, Func<Task, T> get, Action<Task, T> call)
    {
        try
        {
            call(Task.CompletedTask, get(Task.CompletedTask));
            trace.Add(what, "none");
        }
        catch (Exception e)
        {
            trace.Add(what, e.GetType().Name + (e as ArgumentException)?.ParamName);
        }
    }

    private static T? Null<T>()
        where T : class => null;

    private static CancellationToken Evaluated(Trace trace)
    {
        trace.Add("arguments evaluated");
        return default;
    }

    private void Note(Task task) => _trace.Add("noted", task.Status);

    private string Wide(object task) => "wide " + (task is Task<int>);

    private string Generic<T>(Task<T> task) => typeof(T).Name + task.Result;

    private void Own(Task<int> task) => task.ContinueWith(Note).Wait();

    private void OfProperty(Holder holder, Task<int> task) => task.ContinueWith(holder.Base.NoteOnce).Wait();

    private bool Twice(Task<int> task)
    {
        var first = task.ContinueWith(Note);
        first.Wait();
        var second = task.ContinueWith(Note, TaskContinuationOptions.ExecuteSynchronously);
        second.Wait();
        return first.IsCompleted && second.IsCompleted;
    }

    private static void Virtual(Base it, Task<int> task) => task.ContinueWith(it.NoteVirtually).Wait();

    private static void OfInterface(INoted it, Task<int> task) => task.ContinueWith(it.Note).Wait();

    private static void OfTypeParameter<T>(T it, Task<int> task)
        where T : INoted => task.ContinueWith(it.Note).Wait();

    private static void Chosen(Base first, Base second, bool isFirst, Task<int> task) => task.ContinueWith((isFirst ? first : second).NoteOnce).Wait();

    private sealed class Holder(Base it)
    {
        public Base Base => it;
    }

    private sealed class Uninitialised
    {
        static Uninitialised() => throw new InvalidOperationException("No object of this type is ever made.");

        public void Note(Task task) => GC.KeepAlive(task);
    }

    private class Base(Trace trace) : INoted
    {
        protected Trace Trace => trace;

        public void NoteOnce(Task task) => trace.Add(GetType().Name + " once", task.Status);

        public virtual void NoteVirtually(Task task) => trace.Add("base", task.Status);

        void INoted.Note(Task task) => trace.Add("explicitly", task.Status);

        protected string NoteProtected(Task task) => "protected " + task.Status;
    }

    private sealed class Derived(Trace trace) : Base(trace)
    {
        public override void NoteVirtually(Task task) => Trace.Add("derived", task.Status);

        public string Inherited(Task<int> task) => task.ContinueWith(NoteProtected).Result;
    }

    private sealed class Heir<T>(Trace trace) : Base(trace)
    {
        public string Inherited(Task<int> task) => new Inner().Inherited(this, task) + typeof(T).Name;

        private sealed class Inner
        {
            public string Inherited(Heir<T> heir, Task<int> task) => task.ContinueWith(heir.NoteProtected).Result;
        }
    }

    private struct Value : INoted
    {
        private readonly Trace _trace;

        public Value(Trace trace)
        {
            _trace = trace;
            Sum = 0;
        }

        public int Sum { get; private set; }

        public void Add(Task<int> task)
        {
            Sum += task.Result;
            _trace.Add("in the box", Sum);
        }

        public void Note(Task task)
        {
            Sum++;
            _trace.Add("noted", Sum);
        }
    }

    private sealed class Enclosing<T>
    {
        public readonly struct Value<TInner>(T outer, TInner inner, Trace trace)
        {
            public void Continue(Task<int> task) => task.ContinueWith(Note).Wait();

            private void Note(Task<int> task) => trace.Add("generic struct", $"{outer}{inner}{task.Result}");
        }
    }
}
